struct s { int a; double d; char *p; int v[3]; };
static int dirty(void) { volatile int x[40]; for (int i = 0; i < 40; i++) x[i] = -1; return x[7]; }
static int check(void) {
    struct s v = { 1 };
    int a[20] = { 5 };
    char c[30] = { 'x' };
    struct s arr[3] = { [1].a = 4 };
    if (v.d != 0 || v.p || v.v[2]) return 1;
    for (int i = 1; i < 20; i++) if (a[i]) return 2;
    for (int i = 1; i < 30; i++) if (c[i]) return 3;
    if (arr[0].a || arr[1].a != 4 || arr[1].p || arr[2].v[2]) return 4;
    struct s e = { };
    return e.a || e.p ? 5 : 0;
}
int main(void) { return dirty() == -1 ? check() : 9; }
