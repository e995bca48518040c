#define OFF(t, m) __builtin_offsetof(struct t, m)
struct a { char c; short s; char d; int i; char e; };
struct b { char c[3]; short s; };
struct c { char x; struct a y; char z; };
struct d { short s; char c; };
int main(void) {
    if (OFF(a, s) != 2 || OFF(a, d) != 4 || OFF(a, i) != 8) return 1;
    if (OFF(a, e) != 12 || sizeof(struct a) != 16) return 2;
    if (OFF(b, s) != 4 || sizeof(struct b) != 6) return 3;
    if (OFF(c, y) != 4 || OFF(c, z) != 20 || sizeof(struct c) != 24) return 4;
    if (sizeof(struct d) != 4 || sizeof(struct d[3]) != 12) return 5;
    return 0;
}
