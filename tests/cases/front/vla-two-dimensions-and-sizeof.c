//@ stdout: 372 48 16
//@ stdout: 12 2
//@ stdout: 12 2
//@ stdout: 12 12
//@ stdout: 10 11
//@ stdout: 5;10;15;
//@ stdout: 176
// Two-dimensional variable arrays; sizes are evaluated where the type is.
#include <stdio.h>
#include <stddef.h>
static int sum(int n, int m, int a[n][m])
{
    int t = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            t += a[i][j] * (i + 1);
    return t + (int)sizeof a[0];
}
static int k;
static int side(void)
{
    return ++k + 2;
}
int main(void)
{
    int n = 3, m = 4;
    int a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * 10 + j;
    printf("%d %d %d\n", sum(n, m, a), (int)sizeof a, (int)sizeof a[1]);
    int (*p)[m] = a;
    p++;
    printf("%d %d\n", (*p)[2], (int)(&a[2] - &a[0]));
    char c[side()][side()];
    printf("%d %d\n", (int)sizeof c, k);
    typedef int T[n];
    n = 10;
    T t;
    printf("%d %d\n", (int)sizeof t, (int)sizeof(T));
    printf("%d %d\n", (int)sizeof(char[n++]), n);
    for (int i = 1; i < 4; i++) {
        int v[i];
        v[i - 1] = i;
        printf("%d;", (int)sizeof v + v[i - 1]);
    }
    puts("");
    int (*q)[n][m];
    printf("%d\n", (int)sizeof *q);
    return 0;
}
