//@ stdout: unset
// A variable nobody sets.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    puts(getenv("HATHA_SURELY_NOT_SET") ? "set" : "unset");
    return 0;
}
