struct s { int a; };
static int outer(void) { return sizeof(struct s); }
int main(void) {
    struct s x = { 1 };
    {
        struct s { char c[40]; };
        struct s y = { "q" };
        if (sizeof(struct s) != 40 || y.c[0] != 'q') return 1;
        struct t { struct s in; } z;
        if (sizeof z != 40) return 2;
    }
    {
        struct s;
        struct w { struct s *p; };
        struct s { short q; };
        if (sizeof *((struct w *)0)->p != 2) return 3;
    }
    if (sizeof(struct s) != 4 || x.a != 1 || outer() != 4) return 4;
    struct { int s; } s = { 3 };
    return s.s == 3 ? 0 : 5;
}
