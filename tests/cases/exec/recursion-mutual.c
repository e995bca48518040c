//@ stdout: even odd
//@ stdout: 9
// Two functions that call each other, and McCarthy's 91.
#include <stdio.h>

static int is_odd(unsigned n);

static int is_even(unsigned n)
{
    return n == 0 || is_odd(n - 1);
}

static int is_odd(unsigned n)
{
    return n != 0 && is_even(n - 1);
}

static int mc91(int n)
{
    return n > 100 ? n - 10 : mc91(mc91(n + 11));
}

int main(void)
{
    printf("%s %s\n", is_even(100) ? "even" : "odd", is_odd(77) ? "odd" : "even");
    printf("%d\n", mc91(37) - 82);
    return 0;
}
