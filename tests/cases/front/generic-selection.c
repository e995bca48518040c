#define K(x) _Generic((x), char: 1, signed char: 2, unsigned char: 3, short: 4, int: 5, unsigned: 6, \
    long: 7, long long: 8, float: 9, double: 10, long double: 11, char *: 12, const char *: 13, \
    int *: 14, void *: 15, _Bool: 16, int (*)(void): 17, struct s: 18, default: 99)
struct s { int i; };
static int f(void) { return 0; }
int main(void) {
    const int ci = 1;
    struct s v = { 0 };
    if (K('a') != 5 || K((char)1) != 1 || K((_Bool)1) != 16) return 1;
    if (K(1.0f) != 9 || K(1.) != 10 || K(1.l) != 11) return 2;
    if (K("s") != 12 || K((const char *)0) != 13) return 3;
    if (K(ci) != 5 || K(v) != 18 || K(f) != 17 || K(&v) != 99) return 4;
    if (K((int[2]){ 0 }) != 14 || K((void *)0) != 15) return 5;
    if (K(1 == 1) != 5 || K((short)1 + (short)1) != 5) return 6;
    return 0;
}
