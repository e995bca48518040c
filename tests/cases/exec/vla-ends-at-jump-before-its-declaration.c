//@ stdout: 200000
// A variable-length array ends where control leaves the scope of its declaration, also by a jump
// back within the block: memory does not grow.
#include <stdio.h>

void *volatile p;

int main(void)
{
    int n = 0;
lab:;
    int x[n % 1000 + 1];
    x[n % 1000] = 2;
    p = x;
    n++;
    if (n < 200000)
        goto lab;
    printf("%d\n", n);
    return 0;
}
