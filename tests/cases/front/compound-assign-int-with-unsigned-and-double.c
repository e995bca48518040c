int main(void) {
    int i = -10;
    i /= 3u;
    if (i != 1431655762) return 1;
    i = 10;
    i *= 1.26;
    if (i != 12) return 2;
    i = -7;
    i >>= 1u;
    if (i != -4) return 3;
    i = -7;
    i %= 4;
    if (i != -3) return 4;
    long long l = 1;
    l <<= 40;
    if (l != 1099511627776) return 5;
    unsigned u = 1;
    u -= 2;
    l = 0;
    l += u;
    if (l != 4294967295LL) return 6;
    return 0;
}
