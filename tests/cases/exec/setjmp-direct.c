//@ stdout: first
//@ stdout: again 5
// longjmp in the function of the setjmp itself.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

int main(void)
{
    int v = setjmp(env);
    if (v == 0) {
        puts("first");
        longjmp(env, 5);
    }
    printf("again %d\n", v);
    return 0;
}
