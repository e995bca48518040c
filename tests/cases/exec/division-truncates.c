//@ stdout: -3 -1 -3 1 3 -1
//@ stdout: 1073741823 -2147483648
// The sign of the quotient and of the remainder; the largest operands.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int a = 7, b = 2;
    printf("%d %d %d %d %d %d\n", -a / b, -a % b, a / -b, a % -b, -a / -b, -a % -b);
    int lo = INT_MIN, one = 1;
    printf("%d %d\n", INT_MAX / b, lo / one);
    return 0;
}
