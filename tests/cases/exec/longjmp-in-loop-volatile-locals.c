//@ stdout: tries 5 sum 15
// Volatile locals keep what was stored after setjmp.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

static void fail(int n)
{
    longjmp(env, n);
}

int main(void)
{
    volatile int tries = 0, sum = 0;
    int v = setjmp(env);
    sum += v;
    if (tries < 5) {
        tries++;
        fail(tries);
    }
    printf("tries %d sum %d\n", tries, sum);
    return 0;
}
