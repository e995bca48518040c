int main(void) {
    int a = 6, b = 3;
    if ((a & b == 3) != (a & 1)) return 1;
    if ((1 << 2 + 1) != 8) return 2;
    if ((a | b ^ b & 1) != 6) return 3;
    if (!a == b) return 4;
    if (-a + b != -3 || - -a != 6 || ~-a != 5) return 5;
    if ((2 < 3) < 1 || 3 > 2 > 1) return 6;
    if ((a = b, a + 1) != 4) return 7;
    a = b = 2;
    if (a - b - 1 != -1 || 100 / 10 / 5 != 2) return 8;
    int v[] = { 1, 2 }, *p = v;
    if (*p++ != 1 || *p != 2) return 9;
    if (-v[1] != -2 || !v[0] || &*p != p) return 10;
    if (a---b != 0 || a != 1) return 11;
    return 0;
}
