int main(void) {
    if (sizeof(1 << 1LL) != sizeof(int)) return 1;
    if (sizeof(1LL << 1) != 8) return 2;
    unsigned char c = 0x80;
    if (c << 1 != 0x100) return 3;
    if ((signed char)-128 >> 7 != -1) return 4;
    if (-1 >> 31ull != -1) return 5;
    if (1u << 31 != 2147483648u) return 6;
    if (~0u >> (char)31 != 1) return 7;
    if (_Generic((short)1 >> 1u, int: 1, default: 0) != 1) return 8;
    return 0;
}
