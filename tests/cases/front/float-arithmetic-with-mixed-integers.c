int main(void) {
    int i = 7;
    unsigned u = 3;
    long long l = -8;
    char c = 'A';
    if (i / 2 * 2.0 != 6 || i / 2.0 * 2 != 7) return 1;
    if (u * -1.0 != -3.0 || -u * 1.0 != 4294967293.0) return 2;
    if (l / 3.0 > -2.6 || l / 3 != -2) return 3;
    if (c + 0.5 != 65.5) return 4;
    float f = i;
    f /= u - 1;
    if (f != 3.5f) return 5;
    if (1 / 3 + 1.0 != 1.0) return 6;
    if ((i > 6.5) + (u < 2.5) != 1) return 7;
    return _Generic(l + 1.0f, float: 0, default: 8);
}
