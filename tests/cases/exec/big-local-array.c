//@ stdout: 100000 4999950000
// A local array of a hundred thousand ints.
#include <stdio.h>

static long long total(void)
{
    int a[100000];
    long long sum = 0;
    for (int i = 0; i < 100000; i++)
        a[i] = i;
    for (int i = 99999; i >= 0; i--)
        sum += a[i];
    printf("%d ", (int)(sizeof a / sizeof a[0]));
    return sum;
}

int main(void)
{
    printf("%lld\n", total());
    return 0;
}
