// 0x80000000 is unsigned, so its negation wraps; 2147483648 is a wider signed type.
int main(void) {
    if (-0x80000000 != 0x80000000) return 1;
    if (-0x80000000 < 0) return 2;
    if (!(-2147483648 < 0)) return 3;
    if (!(-2147483647 - 1 < 0)) return 4;
    long long x = -0x80000000;
    if (x != 2147483648LL) return 5;
    x = -2147483648;
    if (x >= 0) return 6;
    return 0;
}
