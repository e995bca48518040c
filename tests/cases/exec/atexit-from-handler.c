//@ stdout: one
//@ stdout: late
//@ stdout: zero
// A handler registered by a running handler runs next.
#include <stdio.h>
#include <stdlib.h>

static void zero(void) { puts("zero"); }
static void late(void) { puts("late"); }

static void one(void)
{
    puts("one");
    atexit(late);
}

int main(void)
{
    atexit(zero);
    atexit(one);
    return 0;
}
