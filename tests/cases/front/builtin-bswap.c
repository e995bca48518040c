int main(void) {
    if (__builtin_bswap16(0x1234) != 0x3412) return 1;
    if (__builtin_bswap32(0x12345678) != 0x78563412) return 2;
    if (__builtin_bswap64(0x0102030405060708ull) != 0x0807060504030201ull) return 3;
    if (__builtin_bswap16(0x12ff34) != 0x34ff) return 4;
    if (sizeof(__builtin_bswap16(1)) != 2) return 5;
    return __builtin_bswap32(1) == 0x01000000u ? 0 : 6;
}
