//@ exit: 4
//@ stdout: h
//@ stdout: fini
// exit() runs destructors after the exit handlers.
#include <stdlib.h>
#include <stdio.h>
static void h(void)
{
    puts("h");
}
void fini(void) __attribute__((destructor));
void fini(void)
{
    puts("fini");
}
int main(void)
{
    atexit(h);
    if (1)
        exit(4);
    return 0;
}
