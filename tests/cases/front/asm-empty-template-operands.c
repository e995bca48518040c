//@ stdout: 3 4 5 6
// An empty template changes nothing but what shares a register with an input.
#include <stdio.h>

int main(void)
{
    int a = 3, b, c = 5, n = 3;
    asm("");
    if (a)
        asm volatile("" : : : "memory");
    asm("" : "=r"(b) : "0"(++n));
    asm("" : "+r"(c));
    int d = 6;
    asm volatile("" : "=m"(d));
    printf("%d %d %d %d\n", a, b, c, d);
    return 0;
}
