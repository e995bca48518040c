int main(void) {
    double z = 0.0, n = -z;
    float f = -0.0f;
    if (z != n || !(n == 0)) return 1;
    if (!__builtin_signbit(n) || __builtin_signbit(z)) return 2;
    if (__builtin_signbit(0 - z) || !__builtin_signbit(n * 5)) return 3;
    if (!__builtin_signbit(f + f) || __builtin_signbit(f - f)) return 4;
    if ((int)n != 0 || (n ? 1 : 0)) return 5;
    union { float f; unsigned u; } v = { f };
    return v.u == 0x80000000u ? 0 : 6;
}
