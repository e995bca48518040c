//@ data-model: ilp32
//@ flags: -std=gnu89
//@ stdout: 4 0 8 1
#include <stdio.h>
int main(void)
{
    printf("%d %d %d %d\n", (int)sizeof(2147483648), -2147483648 < 0, (int)sizeof(4294967296), -2147483648LL < 0);
    return 0;
}
