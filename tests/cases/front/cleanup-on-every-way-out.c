//@ stdout: c10 c1 =0
//@ stdout: c10 c11 c12 c1 =200
//@ stdout: c10 c11 c12 c1 =5
// Cleanup functions run on return, continue, goto and the end of a block.
#include <stdio.h>
static void c(int *p)
{
    printf("c%d ", *p);
}
static int f(int n)
{
    int a __attribute__((cleanup(c))) = 1;
    for (int i = 0; i < 3; i++) {
        int b __attribute__((cleanup(c))) = 10 + i;
        if (i == n)
            return i * 100;
        if (i == 1)
            continue;
    }
    goto out;
    {
        int d __attribute__((cleanup(c))) = 7;
    }
out:
    return 5;
}
int main(void)
{
    printf("=%d\n", f(0));
    printf("=%d\n", f(2));
    printf("=%d\n", f(9));
    return 0;
}
