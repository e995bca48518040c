//@ exit: 0
//@ stdout: falls off
// Reaching the end of main is returning zero.
#include <stdio.h>

int main(void)
{
    puts("falls off");
}
