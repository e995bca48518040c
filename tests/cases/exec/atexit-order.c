//@ exit: 4
//@ stdout: main
//@ stdout: third
//@ stdout: first
//@ stdout: second
//@ stdout: first
// Handlers run last in, first out, once for each registration.
#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first"); }
static void second(void) { puts("second"); }
static void third(void) { puts("third"); }

int main(void)
{
    atexit(first);
    atexit(second);
    atexit(first);
    atexit(third);
    puts("main");
    return 4;
}
