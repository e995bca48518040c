//@ stdout: 50005000
//@ stdout: 10000
// Ten thousand frames, each with a local whose address is taken.
#include <stdio.h>

static int sum(int n)
{
    if (n == 0)
        return 0;
    return n + sum(n - 1);
}

static int chain(int n, const int *above)
{
    int mine = *above + 1;
    return n == 1 ? mine : chain(n - 1, &mine);
}

int main(void)
{
    int zero = 0;
    printf("%d\n", sum(10000));
    printf("%d\n", chain(10000, &zero));
    return 0;
}
