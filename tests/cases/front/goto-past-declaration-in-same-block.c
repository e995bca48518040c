//@ stdout: 5
//@ stdout: 6
//@ stdout: 3
//@ stdout: 8
// Jumps over declarations, forward and back.
#include <stdio.h>
int main(void)
{
    int c = 0;
    int *p = 0;
back:;
    if (c) {
        printf("%d\n", *p);
    }
    int a[2];
    a[0] = c + 5;
    p = a;
    if (c++ < 2)
        goto back;
    goto fwd;
    int b[2];
    {
        int d[2];
    fwd:
        b[0] = 1;
        d[0] = 2;
        printf("%d\n", b[0] + d[0]);
    }
    b[1] = 7;
    printf("%d\n", b[0] + b[1]);
    return 0;
}
