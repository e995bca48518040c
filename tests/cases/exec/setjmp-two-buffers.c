//@ stdout: inner 1
//@ stdout: outer 2
// An inner handler passes the error on to an outer one.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer, inner;

static void work(void)
{
    int v = setjmp(inner);
    if (v == 0)
        longjmp(inner, 1);
    printf("inner %d\n", v);
    longjmp(outer, v + 1);
}

int main(void)
{
    int v = setjmp(outer);
    if (v == 0)
        work();
    printf("outer %d\n", v);
    return 0;
}
