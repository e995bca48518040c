#include <stdarg.h>
static int sum(int n, ...) {
    va_list ap;
    int s = 0;
    va_start(ap, n);
    while (n--) s += va_arg(ap, int);
    va_end(ap);
    return s;
}
int main(void) {
    char c = -1;
    unsigned char u = 255;
    short s = 300;
    _Bool b = 7;
    struct { unsigned f : 3; } bf = { 5 };
    if (sum(0) != 0) return 1;
    if (sum(5, c, u, s, b, bf.f) != -1 + 255 + 300 + 1 + 5) return 2;
    if (sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) != 78) return 3;
    return 0;
}
