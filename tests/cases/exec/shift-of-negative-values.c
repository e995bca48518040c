//@ stdout: -8 -2147483648
//@ stdout: -1 -2 -1
//@ stdout: -2147483648
//@ flags: -fwrapv
//@ gcc: none the sanitizer objects to these shifts, the machine does not
// With -fwrapv, left shifts of negative values and into the sign bit follow the bits;
// right shifts of negative values are arithmetic.
#include <stdio.h>

int main(void)
{
    int a = -1, b = -4, one = 1;
    printf("%d %d\n", a << 3, a << 31);
    printf("%d %d %d\n", a >> 5, b >> 1, b >> 31);
    printf("%d\n", one << 31);
    return 0;
}
