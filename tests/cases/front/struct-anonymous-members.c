struct s {
    int tag;
    union { int i; struct { short lo, hi; }; char c[4]; };
    struct { int a; struct { int b; }; };
};
int main(void) {
    struct s v = { 1, { 0x00020001 }, { 5, { 6 } } };
    if (v.lo != 1 || v.hi != 2) return 1;
    if (v.a != 5 || v.b != 6) return 2;
    v.c[3] = 1;
    if (v.i != 0x01020001) return 3;
    struct s w = { .hi = 7, .b = 9 };
    if (w.i != 0x00070000 || w.b != 9 || w.a || w.tag) return 4;
    struct s *p = &w;
    p->lo = 3;
    if (p->i != 0x00070003 || &p->lo != (short *)&p->i) return 5;
    if (__builtin_offsetof(struct s, b) != 12) return 6;
    return 0;
}
