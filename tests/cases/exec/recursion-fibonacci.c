//@ stdout: 0 1 1 2 3 5 8 13 21 34
//@ stdout: 6765
//@ stdout: 12200160415121876738
// By recursion, and by iteration up to the last that fits 64 bits.
#include <stdio.h>

static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void)
{
    for (int i = 0; i < 10; i++)
        printf("%d%c", fib(i), i == 9 ? '\n' : ' ');
    printf("%d\n", fib(20));
    unsigned long long a = 0, b = 1;
    for (int i = 0; i < 93; i++) {
        unsigned long long c = a + b;
        a = b;
        b = c;
    }
    printf("%llu\n", a);
    return 0;
}
