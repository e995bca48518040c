//@ stdout: 7 x 2.5
#include <stdio.h>
#include <stdarg.h>
static int (*pr)(const char *, ...) = printf;
static int wrap(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vprintf(fmt, ap);
    va_end(ap);
    return n;
}
int main(void) {
    int a = pr("%d ", 7);
    int (*w)(const char *, ...) = wrap;
    int b = (*w)("%c %.1f\n", 'x', 2.5f);
    return a == 2 && b == 6 ? 0 : 1;
}
