//@ gcc: valgrind
// Output of a value that was never set.
#include <stdio.h>

int main(void)
{
    int x;
    printf("%d\n", x); //~ fault: uninitialised
    return 0;
}
