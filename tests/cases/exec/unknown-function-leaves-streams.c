//@ stdout: before
//@ stdout: after
// A function that is not known may change what the program exposes to it, not the streams of
// the library.
#include <stdio.h>
#include <sched.h>

int exposed = 1;

int main(void)
{
    puts("before");
    sched_yield();
    puts("after");
    return 0;
}
