//@ stdout: 6121
//@ stdout: 3
//@ stdout: 4-x
// A va_list handed on by value, by address and as a copy.
#include <stdarg.h>
#include <stdio.h>
static int sumv(int n, va_list ap)
{
    int t = 0;
    while (n--)
        t += va_arg(ap, int);
    return t;
}
static int first(va_list *ap)
{
    return va_arg(*ap, int);
}
static int g(int n, ...)
{
    va_list ap, aq;
    va_start(ap, n);
    va_copy(aq, ap);
    int a = sumv(n, ap);
    int b = first(&aq);
    int c = first(&aq);
    va_end(aq);
    va_end(ap);
    va_start(ap, n);
    int d = first(&ap);
    va_end(ap);
    return a * 1000 + b * 100 + c * 10 + d;
}
int main(void)
{
    printf("%d\n", g(3, 1, 2, 3));
    char buf[50];
    printf("%d\n", snprintf(buf, sizeof buf, "%d-%s", 4, "x"));
    puts(buf);
    return 0;
}
