//@ exit: 9
//@ stdout: before
//@ stdout: handler 5
// exit runs the handlers, which see the state as it was left.
#include <stdio.h>
#include <stdlib.h>

static int state;

static void handler(void)
{
    printf("handler %d\n", state);
}

int main(void)
{
    atexit(handler);
    state = 5;
    puts("before");
    exit(9);
}
