//@ stdout: 42 -42 0 +42
//@ stdout: 4294967254 52 2a 2A
//@ stdout: [   42] [42   ] [00042] [-0042]
//@ stdout: [ 42] [+42] [-42] [ -42]
//@ stdout: 0x2a 0X2A 052 0 0
//@ stdout: [0x002a] [  0x2a]
//@ stdout: [00042] [     00042] [00042     ]
//@ stdout: [] [] [0]
//@ stdout: %|%5
// Conversions, flags, width and precision of the integers.
#include <stdio.h>

int main(void)
{
    printf("%d %i %d %+d\n", 42, -42, 0, 42);
    printf("%u %o %x %X\n", (unsigned)-42, 42u, 42u, 42u);
    printf("[%5d] [%-5d] [%05d] [%05d]\n", 42, 42, 42, -42);
    printf("[% d] [%+ d] [% d] [%4d]\n", 42, 42, -42, -42);
    printf("%#x %#X %#o %#x %#o\n", 42u, 42u, 42u, 0u, 0u);
    printf("[%#06x] [%#6x]\n", 42u, 42u);
    printf("[%.5d] [%10.5d] [%-10.5d]\n", 42, 42, 42);
    printf("[%.0d] [%.0x] [%#.0o]\n", 0, 0u, 0u);
    printf("%%|%%5\n");
    return 0;
}
