//@ stdout: first
//@ stdout: again 7
// gcc's own pair, on a buffer of five words.
#include <stdio.h>

static void *buffer[5];

static void __attribute__((noinline)) leave(void)
{
    __builtin_longjmp(buffer, 1);
}

int main(void)
{
    volatile int n = 3;
    if (__builtin_setjmp(buffer) == 0) {
        puts("first");
        n += 4;
        leave();
        puts("never");
    }
    printf("again %d\n", n);
    return 0;
}
