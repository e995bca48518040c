//@ stdout: sum 15
//@ stdout: max 5
//@ stdout: visited 3
// A fold with a context pointer, and a callback that stops the walk.
#include <stdio.h>

typedef int (*visit)(int x, void *ctx);

static int each(const int *a, int n, visit f, void *ctx)
{
    for (int i = 0; i < n; i++)
        if (f(a[i], ctx))
            return i + 1;
    return n;
}

static int sum(int x, void *ctx)
{
    *(int *)ctx += x;
    return 0;
}

static int max(int x, void *ctx)
{
    int *m = ctx;
    if (x > *m)
        *m = x;
    return 0;
}

static int is(int x, void *ctx)
{
    return x == *(int *)ctx;
}

int main(void)
{
    int a[] = { 2, 5, 1, 4, 3 }, s = 0, m = 0, key = 1;
    each(a, 5, sum, &s);
    each(a, 5, max, &m);
    printf("sum %d\nmax %d\n", s, m);
    printf("visited %d\n", each(a, 5, is, &key));
    return 0;
}
