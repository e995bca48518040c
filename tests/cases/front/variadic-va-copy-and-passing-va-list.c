#include <stdarg.h>
static int take(va_list ap) { return va_arg(ap, int); }
static int takep(va_list *ap) { return va_arg(*ap, int); }
static int f(int n, ...) {
    va_list a, b;
    va_start(a, n);
    int x = va_arg(a, int);
    va_copy(b, a);
    int y = va_arg(a, int), y2 = va_arg(b, int);
    int z = takep(&a), w = va_arg(a, int);
    int z2 = take(b);
    va_end(b);
    va_end(a);
    va_start(a, n);
    int x2 = va_arg(a, int);
    va_end(a);
    if (x != x2 || y != y2 || z != z2) return -1;
    return ((x * 10 + y) * 10 + z) * 10 + w;
}
int main(void) { return f(0, 1, 2, 3, 4) == 1234 ? 0 : 1; }
