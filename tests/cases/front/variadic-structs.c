#include <stdarg.h>
struct s { char c; };
struct m { int i; double d; };
struct b { int v[20]; };
static int go(int n, ...) {
    va_list ap;
    va_start(ap, n);
    struct s s = va_arg(ap, struct s);
    struct m m = va_arg(ap, struct m);
    int k = va_arg(ap, int);
    struct b b = va_arg(ap, struct b);
    int last = va_arg(ap, struct b).v[0];
    va_end(ap);
    return n + s.c + m.i + (int)m.d + k + b.v[19] + last;
}
int main(void) {
    struct b b = { { 6, [19] = 5 } };
    return go(1, (struct s){ 2 }, (struct m){ 3, 4.5 }, 10, b, b) == 31 ? 0 : 1;
}
