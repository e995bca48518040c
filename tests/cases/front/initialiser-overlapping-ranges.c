//@ stdout: 0 9 9 9 43 43 43 43 42 42 42 0
//@ stdout: 1 7 3 1 | 1 7 8 2 2 1 | 4
//@ stdout: f 5 5 6 6 6
// Ranges in initialisers may overlap: the later one wins, and what it takes its value from is
// evaluated though the first element that used it is gone.
#include <stdio.h>

static int f(int x)
{
    printf("f ");
    return x;
}

static void show(const int *a, int n, const char *end)
{
    for (int i = 0; i < n; i++)
        printf("%s%d", i ? " " : "", a[i]);
    printf("%s", end);
}

int main(void)
{
    int elt = 42;
    int a[12] = {[1 ... 5] = 9, [6 ... 10] = elt, [4 ... 7] = elt + 1};
    show(a, 12, "\n");
    int b[] = {[0 ... 3] = 1, [1 ... 2] = 7, [2] = 3};
    int c[6] = {[0 ... 5] = 1, [1] = 7, 8, [3 ... 4] = 2};
    show(b, 4, " | ");
    show(c, 6, " | ");
    printf("%d\n", (int)(sizeof b / sizeof *b));
    int d[] = {[0 ... 3] = f(6), [0 ... 1] = 5, [4] = 6};
    show(d, 5, "\n");
    return 0;
}
