struct f { unsigned a : 8; int b : 9; unsigned c : 31; };
int main(void) {
    struct f v = { 200, -200, 0x7fffffff };
    if (v.a + v.b != 0 || v.a * v.b != -40000) return 1;
    if (v.a << 8 != 51200 || v.b >> 3 != -25) return 2;
    if (v.c + 0u + 1 != 0x80000000u || -v.c >= 0) return 3;
    if (v.b > v.a || (v.b < 0u)) return 4;
    if ((v.a, v.b) != -200 || sizeof(v.a + 0) != 4) return 5;
    unsigned char low = v.c;
    if (low != 255 || !v.a || !!v.b != 1) return 6;
    v.a = v.b = v.c;
    return v.a == 255 && v.b == -1 ? 0 : 7;
}
