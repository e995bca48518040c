//@ stdout: 0 6 -1
//@ stdout: 4.75
//@ stdout: abcdef
//@ stdout: 5000000001
// Counted, sentinel-ended and mixed variable arguments.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int sum(int n, ...)
{
    va_list ap;
    int s = 0;
    va_start(ap, n);
    while (n-- > 0)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static double total(const char *kinds, ...)
{
    va_list ap;
    double t = 0;
    va_start(ap, kinds);
    for (; *kinds; kinds++)
        t += *kinds == 'd' ? va_arg(ap, double) : va_arg(ap, int);
    va_end(ap);
    return t;
}

static void join(char *out, ...)
{
    va_list ap;
    va_start(ap, out);
    *out = 0;
    for (const char *s; (s = va_arg(ap, const char *)) != NULL;)
        strcat(out, s);
    va_end(ap);
}

static long long last(int n, ...)
{
    va_list ap;
    long long v = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        v = va_arg(ap, long long);
    va_end(ap);
    return v;
}

int main(void)
{
    char b[16];
    float f = 0.25f;
    char c = 3;
    printf("%d %d %d\n", sum(0), sum(3, 1, 2, 3), sum(2, c, -4));
    printf("%g\n", total("did", 1.5, 3, f));
    join(b, "ab", "cd", "ef", (char *)NULL);
    puts(b);
    printf("%lld\n", last(2, 1LL, 5000000001LL));
    return 0;
}
