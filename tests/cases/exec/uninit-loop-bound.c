//@ gcc: valgrind
// Reading the bound failed, and nobody looked at the result.
#include <stdio.h>

static int sum(const int *a)
{
    int n, s = 0;
    scanf("%d", &n);
    for (int i = 0; i < n && i < 4; i++) //~ fault: uninitialised
        s += a[i];
    return s;
}

int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
    return sum(a) > 100;
}
