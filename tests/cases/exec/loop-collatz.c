//@ stdout: 97 takes 118
// The longest Collatz run below one hundred.
#include <stdio.h>

static int steps(unsigned n)
{
    int k = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        k++;
    }
    return k;
}

int main(void)
{
    unsigned best = 1;
    for (unsigned n = 2; n < 100; n++)
        if (steps(n) > steps(best))
            best = n;
    printf("%u takes %d\n", best, steps(best));
    return 0;
}
