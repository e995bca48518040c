//@ stdout: 1
// longjmp with 0 makes setjmp return 1.
#include <setjmp.h>
#include <stdio.h>

int main(void)
{
    jmp_buf env;
    switch (setjmp(env)) {
    case 0:
        longjmp(env, 0);
    case 1:
        puts("1");
        break;
    default:
        puts("other");
    }
    return 0;
}
