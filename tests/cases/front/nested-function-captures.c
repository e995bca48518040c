//@ stdout: 11 22 39 15 120
//@ stdout: 101 101.5 100 9
//@ stdout: -1
#include <stdio.h>
static int apply(int (*f)(int), int x) { return f(x); }
int main(void) {
    int base = 10, calls = 0;
    auto int fact(int n);
    int add(int x) { calls++; return x + base; }
    int twice(int x) { return add(add(x)); }
    int deep(int k) {
        int local = k;
        int in(int j) { return j ? local + base + in(j - 1) : 0; }
        return in(k);
    }
    int pure(int x) { return x * 3; }
    int fact(int n) { calls++; return n <= 1 ? 1 : n * fact(n - 1); }
    double half(double d) { return d / 2 + base; }
    struct p { int a, b; } make(int a) { struct p r = { a, base }; return r; }
    int a = add(1), b = twice(2), c = deep(3), d = apply(pure, 5), e = fact(5);
    printf("%d %d %d %d %d\n", a, b, c, d, e);
    base = 100;
    printf("%d %g %d ", add(1), half(3), make(4).b);
    printf("%d\n", calls);
    { int add(int x) { return -x; } printf("%d\n", add(1)); }
    return 0;
}
