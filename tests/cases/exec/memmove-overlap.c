//@ stdout: 0012345678
//@ stdout: 2345678989
//@ stdout: 0123456789
// Overlapping moves up, down and onto itself.
#include <stdio.h>
#include <string.h>

static void try(int to, int from, int n)
{
    char s[] = "0123456789";
    memmove(s + to, s + from, n);
    puts(s);
}

int main(void)
{
    try(1, 0, 9);
    try(0, 2, 8);
    try(4, 4, 6);
    return 0;
}
