//@ stdout: 9 4 abc
//@ stdout: 15
//@ stdout: 5
//@ stdout: 8
// An array inside a structure that a call returns.
#include <stdio.h>
struct m {
    int a[2][3];
    char s[8];
};
static struct m f(int k)
{
    struct m r = {{{k, k + 1, k + 2}, {3, 4, 5}}, "abc"};
    return r;
}
int main(void)
{
    printf("%d %d %s\n", f(7).a[0][2], f(1).a[1][1], f(0).s);
    int t = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            t += f(i).a[i][j];
    printf("%d\n", t);
    printf("%d\n", *f(5).a[0]);
    printf("%d\n", (int)sizeof f(0).s);
    return 0;
}
