//@ stdout: 3.25 []
//@ stdout: -0.5 [x]
//@ stdout: 1500 [ 2]
//@ stdout: 1 [e]
//@ stdout: 10 []
//@ stdout: inf []
//@ stdout: 0 [abc]
//@ stdout: nan 1
//@ stdout: inf 34
// Decimal, exponent, hexadecimal and special forms; overflow sets ERANGE.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *s)
{
    char *end;
    double d = strtod(s, &end);
    printf("%g [%s]\n", d, end);
}

int main(void)
{
    show("3.25");
    show("-.5x");
    show("1.5e3 2");
    show("1e");
    show("0x1.4p3");
    show("Infinity");
    show("abc");
    double n = strtod("nan", NULL);
    printf("%s %d\n", n != n ? "nan" : "number", n != n);
    errno = 0;
    double big = strtod("1e999", NULL);
    printf("%g %d\n", big, errno);
    return 0;
}
