union u { unsigned w; struct { unsigned a : 4, b : 12, c : 16; }; unsigned low : 5; int neg : 2; };
int main(void) {
    union u v = { 0xabcd1234 };
    if (v.a != 4 || v.b != 0x123 || v.c != 0xabcd) return 1;
    if (v.low != 0x14) return 2;
    v.low = 31;
    if (v.low != 31 || v.a != 15) return 3;
    v.neg = -2;
    if (v.neg != -2 || (v.low & 3) != 2) return 4;
    v.w = 0xabcd123e;
    v.b = 0xfff;
    if (v.w != 0xabcdfffe) return 5;
    if (sizeof v != 4) return 6;
    return 0;
}
