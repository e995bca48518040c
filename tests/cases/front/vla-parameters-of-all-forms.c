//@ stdout: 6
//@ stdout: abcbcd
//@ stdout: 4 3
//@ stdout: 6 2
// Array parameters whose size is another parameter.
#include <stdio.h>
static int f(int n, int a[static n], int m[*]);
static int f(int n, int a[static n], int m[n * 2])
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += a[i];
    return t + (int)sizeof m;
}
static void fill(int r, int c, char g[r][c], char k)
{
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            g[i][j] = k + i + j;
}
static int dim3(int x, int y, int (*p)[x][y])
{
    return (int)(sizeof *p / sizeof **p);
}
static int g(int n, int (*a)[n])
{
    return (*a)[n - 1];
}
int main(void)
{
    int a[3] = {1, 2, 3};
    printf("%d\n", f(3, a, a) - (int)sizeof(int *));
    char m[2][3];
    fill(2, 3, m, 'a');
    printf("%.6s\n", &m[0][0]);
    int c[4][5];
    printf("%d %d\n", dim3(4, 5, &c), g(3, &a));
    int n = 2;
    int v[n][n + 1];
    v[1][2] = 6;
    int (*pv)[n + 1] = v;
    printf("%d %d\n", pv[1][2], (int)(sizeof v / sizeof v[0]));
    return 0;
}
