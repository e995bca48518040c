union u { int i; float f; };
static int n;
static int f(void) { return ++n; }
static int take(union u x) { return x.i; }
int main(void) {
    (void)f();
    (void)n, (void)0;
    if (n != 1) return 1;
    union u a = (union u)5;
    if (a.i != 5) return 2;
    a = (union u)1.5f;
    if (a.f != 1.5f) return 3;
    if (take((union u)9) != 9) return 4;
    return 0;
}
