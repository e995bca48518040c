//@ stdout: [info] 3 items
//@ stdout: 15
//@ stdout: big 123456789012 2.5 z
// Wrappers over vprintf and vfprintf.
#include <stdarg.h>
#include <stdio.h>

static int say(const char *tag, const char *fmt, ...)
{
    va_list ap;
    int n = printf("[%s] ", tag);
    va_start(ap, fmt);
    n += vprintf(fmt, ap);
    va_end(ap);
    return n;
}

static void out(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stdout, fmt, ap);
    va_end(ap);
}

int main(void)
{
    int n = say("info", "%d items\n", 3);
    printf("%d\n", n);
    out("big %lld %.1f %c\n", 123456789012LL, 2.5, 'z');
    return 0;
}
