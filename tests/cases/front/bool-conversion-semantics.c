int main(void) {
    int x = 0;
    _Bool a = 2, b = -1, c = 0.1, d = (_Bool)&x, e = 256, f = 0x100000000LL;
    if (a != 1 || b != 1 || c != 1 || d != 1 || e != 1 || f != 1) return 1;
    if (a + b + c != 3) return 2;
    if (-a != -1 || ~a != -2 || !a != 0) return 3;
    a = a & 2;
    if (a) return 4;
    a |= 4;
    if (a != 1) return 5;
    a ^= 1;
    if (a) return 6;
    if ((_Bool)0.0 || (_Bool)(char)256 || (_Bool)-0.0f) return 7;
    if (sizeof(_Bool) != 1 || _Generic(1 < 2, int: 1, default: 0) != 1) return 8;
    _Bool g = 0.5 < 0.25;
    return (a ? 1 : 2) + g == 2 ? 0 : 9;
}
