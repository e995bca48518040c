int main(void) {
    if (010 != 8 || 0x10 != 16 || 0B101 != 5 || 0b0 != 0) return 1;
    if (0777u != 511 || 0XfFuL != 255) return 2;
    if (00 != 0 || 0x0 != 0) return 3;
    if (0xeL + 1 != 15) return 4;
    if (1LL << 40 != 1099511627776) return 5;
    if (0b1000ull << 60 >> 60 != 8) return 6;
    if (0xE +1 != 15) return 7;
    return 0;
}
