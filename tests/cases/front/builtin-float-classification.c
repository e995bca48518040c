int main(void) {
    double inf = __builtin_inf(), nan = __builtin_nan("");
    if (!__builtin_isnan(nan) || __builtin_isnan(inf)) return 1;
    if (!__builtin_isinf(-inf) || __builtin_isinf(1.0)) return 2;
    if (__builtin_fabs(-2.5) != 2.5) return 3;
    if (!__builtin_signbit(-0.0) || __builtin_signbit(0.0)) return 4;
    if (__builtin_huge_val() != inf || __builtin_inff() != inf) return 5;
    if (!__builtin_isunordered(1.0, nan) || __builtin_isless(1.0, nan)) return 6;
    if (__builtin_copysign(3.0, -0.0) != -3.0) return 7;
    return __builtin_isfinite(1e308) && !__builtin_isfinite(inf) ? 0 : 8;
}
