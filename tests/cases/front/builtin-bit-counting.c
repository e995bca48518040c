int main(void) {
    if (__builtin_clz(1u) != 31 || __builtin_clz(0x80000000u) != 0) return 1;
    if (__builtin_ctz(8) != 3 || __builtin_ctz(0x80000000u) != 31) return 2;
    if (__builtin_clzll(1ull) != 63 || __builtin_ctzll(1ull << 40) != 40) return 3;
    if (__builtin_popcount(0xffff0001u) != 17 || __builtin_popcountll(~0ull) != 64) return 4;
    if (__builtin_ffs(0) != 0 || __builtin_ffs(0x10) != 5 || __builtin_ffsll(1ll << 33) != 34) return 5;
    if (__builtin_parity(7) != 1 || __builtin_parity(3) != 0) return 6;
    if (__builtin_popcountl(-1L) != 8 * (int)sizeof(long)) return 7;
    if (__builtin_clzl(1) != 8 * (int)sizeof(long) - 1) return 8;
    if (__builtin_clrsb(0) != 31 || __builtin_clrsb(-1) != 31 || __builtin_clrsb(1) != 30) return 9;
    return __builtin_popcount(-1LL) == 32 ? 0 : 10;
}
