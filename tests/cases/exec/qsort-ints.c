//@ stdout: -5 -1 0 2 2 3 9 100
//@ stdout: 100 9 3 2 2 0 -1 -5
//@ stdout: 7
// Sorting up and down, and arrays of one and of no element.
#include <stdio.h>
#include <stdlib.h>

static int up(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int down(const void *a, const void *b)
{
    return up(b, a);
}

static void show(const int *a, int n)
{
    for (int i = 0; i < n; i++)
        printf("%d%c", a[i], i + 1 < n ? ' ' : '\n');
}

int main(void)
{
    int a[] = { 3, 2, 100, -5, 0, 9, 2, -1 };
    int one[] = { 7 };
    qsort(a, 8, sizeof a[0], up);
    show(a, 8);
    qsort(a, 8, sizeof a[0], down);
    show(a, 8);
    qsort(one, 1, sizeof one[0], up);
    qsort(one, 0, sizeof one[0], up);
    show(one, 1);
    return 0;
}
