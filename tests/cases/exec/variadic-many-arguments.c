//@ stdout: 120 210.0
//@ stdout: 15 16 30.0
// More arguments than any register convention holds, ints and doubles mixed.
#include <stdarg.h>
#include <stdio.h>

static void mix(int n, ...)
{
    va_list ap;
    int s = 0, i;
    double d = 0;
    va_start(ap, n);
    for (i = 0; i < n; i++) {
        s += va_arg(ap, int);
        d += va_arg(ap, double);
    }
    va_end(ap);
    printf("%d %.1f\n", s, d);
}

struct pair {
    int a, b;
};

static void structs(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    struct pair p = va_arg(ap, struct pair), q = va_arg(ap, struct pair);
    printf("%d %d %.1f\n", p.a, q.b, va_arg(ap, double));
    va_end(ap);
}

int main(void)
{
    mix(15, 1, 7.0, 2, 8.0, 3, 9.0, 4, 10.0, 5, 11.0, 6, 12.0, 7, 13.0, 8, 14.0, 9, 15.0, 10, 16.0,
        11, 17.0, 12, 18.0, 13, 19.0, 14, 20.0, 15, 21.0);
    structs(2, (struct pair){ 15, 0 }, (struct pair){ 0, 16 }, 30.0);
    return 0;
}
