struct b { unsigned u : 2; int s : 3; _Bool f : 1; };
int main(void) {
    struct b x = { 3, 3, 0 };
    if (x.u++ != 3 || x.u != 0) return 1;
    if (--x.u != 3) return 2;
    if (++x.s != -4) return 3;
    if (x.s-- != -4 || x.s != 3) return 4;
    if (++x.f != 1 || ++x.f != 1) return 5;
    x.u += 2;
    if (x.u != 1) return 6;
    x.s <<= 1;
    if (x.s != -2) return 7;
    x.u |= 6;
    if (x.u != 3 || x.f != 1) return 8;
    return 0;
}
