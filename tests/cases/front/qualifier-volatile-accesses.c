static volatile int v = 1;
struct s { volatile int a; int b; };
int main(void) {
    volatile int *p = &v;
    int volatile local = 4;
    v = v + 1;
    (*p)++;
    if (v != 3 || local++ != 4 || local != 5) return 1;
    struct s x = { 1, 2 };
    struct s volatile y = { 3, 4 };
    x.a += y.b;
    if (x.a != 5) return 2;
    v;
    (void)v;
    const volatile int cv = 9;
    return cv == 9 && _Generic(&cv, const volatile int *: 1, default: 0) ? 0 : 3;
}
