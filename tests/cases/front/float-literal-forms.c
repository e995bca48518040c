int main(void) {
    if (1e3 != 1000 || 1.e-1 != 0.1 || .5 != 0.5 || 5. != 5) return 1;
    if (0x1p4 != 16.0 || 0x1.8p1 != 3.0 || 0x.8p0 != 0.5 || 0xAp-1 != 5.0) return 2;
    if (1E+2 != 100 || 010.5 != 10.5 || 09e0 != 9) return 3;
    if (sizeof 1.f != 4 || sizeof 1. != 8 || sizeof 1.L != sizeof(long double)) return 4;
    if (0x1.fffffep127f != 3.4028234663852886e38) return 5;
    if (0x1p-1074 == 0 || 0x1p-1074 / 2 > 0x1p-1074) return 6;
    if (_Generic(0x1p0F, float: 1, default: 0) != 1) return 7;
    return 123456789.0 == 123456789 ? 0 : 8;
}
