struct s { unsigned long long a : 40; long long b : 35; unsigned long long c : 1; };
int main(void) {
    struct s v = { 0 };
    v.a = 0xffffffffffull;
    v.b = -17179869184LL;
    v.c = 3;
    if (v.a != 1099511627775ull) return 1;
    if (v.b != -17179869184LL) return 2;
    if (v.c != 1) return 3;
    v.a += 2;
    if (v.a != 1) return 4;
    v.b--;
    if (v.b != 17179869183LL) return 5;
    v.a = 1;
    if (v.a << 39 == 0) return 6;
    // A 64-bit field is 4-aligned on i386, so b may start at bit 40 there.
    if (sizeof v != (sizeof(long) == 8 ? 16 : 12)) return 7;
    return 0;
}
