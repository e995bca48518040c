//@ stdout: name=value (10)
//@ stdout: 1,2.50,three
// Measuring with one list and formatting with a copy of it.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *format(const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *s = malloc(n + 1);
    if (!s)
        exit(1);
    vsnprintf(s, n + 1, fmt, again);
    va_end(again);
    return s;
}

int main(void)
{
    char *s = format("%s=%s (%d)", "name", "value", 10);
    puts(s);
    free(s);
    s = format("%d,%.2f,%s", 1, 2.5, "three");
    puts(s);
    free(s);
    return 0;
}
