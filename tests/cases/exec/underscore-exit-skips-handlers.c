//@ exit: 6
//@ stdout: flushed by hand
// _Exit runs no handler.
#include <stdio.h>
#include <stdlib.h>

static void handler(void)
{
    puts("must not run");
    fflush(stdout);
}

int main(void)
{
    atexit(handler);
    puts("flushed by hand");
    fflush(stdout);
    _Exit(6);
}
