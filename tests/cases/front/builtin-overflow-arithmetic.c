int main(void) {
    int r;
    unsigned u;
    unsigned char c;
    long long ll;
    if (__builtin_add_overflow(2147483647, 1, &r) != 1 || r != -2147483647 - 1) return 1;
    if (__builtin_add_overflow(1, 2, &r) || r != 3) return 2;
    if (!__builtin_sub_overflow(0u, 1u, &u) || u != 4294967295u) return 3;
    if (!__builtin_mul_overflow(65536, 65536, &r) || r != 0) return 4;
    if (!__builtin_add_overflow(200, 100, &c) || c != 44) return 5;
    if (__builtin_add_overflow(-1, 5u, &c) || c != 4) return 6;
    if (__builtin_mul_overflow(2147483647, 2147483647, &ll) || ll != 4611686014132420609LL) return 7;
    if (!__builtin_sub_overflow(0, 1, &u)) return 8;
    if (__builtin_sadd_overflow(-1, -1, &r) || r != -2) return 9;
    if (!__builtin_umul_overflow(~0u, 2u, &u) || u != ~0u - 1) return 10;
    if (!__builtin_smulll_overflow(1LL << 62, 2, &ll)) return 11;
    return __builtin_add_overflow_p(127, 1, (signed char)0) == 1 ? 0 : 12;
}
