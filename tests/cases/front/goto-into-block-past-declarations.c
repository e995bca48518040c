//@ stdout: 6
//@ stdout: 1
//@ stdout: 2
//@ stdout: 9
// A jump into a block: its objects exist although their declarations were passed.
#include <stdio.h>
int main(void)
{
    int n = 0;
    goto in;
    {
        int a[3];
        struct {
            int x;
        } s;
        a[0] = 9;
    in:
        a[1] = 4;
        s.x = 2;
        a[2] = a[1] + s.x;
        n += a[2];
    }
    printf("%d\n", n);
    goto deep;
    for (int i = 0; i < 3; i++) {
        int z[2];
        if (0) {
        deep:
            i = 1;
            z[0] = 5;
        }
        z[1] = i;
        printf("%d\n", z[1]);
        {
            int w[2];
            w[0] = z[1];
            if (n > 100)
                goto deep2;
            n += w[0];
            if (0)
            deep2:
                w[1] = 1;
        }
    }
    printf("%d\n", n);
    return 0;
}
