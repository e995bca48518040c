//@ stdout: parse ok
//@ stdout: error 2 at depth 4
//@ stdout: error 1 at depth 2
// Errors thrown across several frames.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf on_error;
static int depth;

static void nest(const char *s)
{
    depth++;
    if (*s == '(')
        nest(s + 1);
    else if (*s == 'x')
        longjmp(on_error, 1);
    else if (*s == 'y')
        longjmp(on_error, 2);
}

static void parse(const char *s)
{
    depth = 0;
    int code = setjmp(on_error);
    if (code == 0) {
        nest(s);
        puts("parse ok");
    } else
        printf("error %d at depth %d\n", code, depth);
}

int main(void)
{
    parse("((");
    parse("(((y");
    parse("(x");
    return 0;
}
