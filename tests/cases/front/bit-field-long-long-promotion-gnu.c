// GCC keeps a 40-bit field's own width in arithmetic, so its result wraps at 40 bits.
struct s { unsigned long long a : 40; unsigned long long n : 20; };
int main(void) {
    struct s v = { 0xffffffffffull, 1 };
    if (v.a + v.a != 0xfffffffffeull) return 1;
    if ((unsigned long long)v.a + v.a != 0x1fffffffffeull) return 2;
    if (v.a + 1 != 0) return 3;
    if (!(v.n - 2 < 0)) return 4;
    return 0;
}
