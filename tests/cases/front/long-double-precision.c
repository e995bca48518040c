// 64-bit mantissa on x86, and l-suffixed constants keep it.
int main(void) {
    long double a = 9223372036854775807.0L, b = 1.0L;
    if (a + 1 != 9223372036854775808.0L || a == a + 1) return 1;
    if ((long long)a != 9223372036854775807LL) return 2;
    if (b + 0x1p-60L == b) return 3;
    double d = b + 0x1p-60L;
    if (d != 1.0) return 4;
    if ((unsigned long long)18446744073709551615.0L != ~0ull) return 5;
    if (0.1L == (long double)0.1) return 6;
    return _Generic(1.0 + b, long double: 0, default: 7);
}
