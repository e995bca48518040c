//@ exit: 7
//@ stdout: depth 5
// exit leaves from any depth and flushes what was printed.
#include <stdio.h>
#include <stdlib.h>

static void down(int n)
{
    if (n == 5) {
        printf("depth %d\n", n);
        exit(7);
    }
    down(n + 1);
    puts("never");
}

int main(void)
{
    down(0);
    return 1;
}
