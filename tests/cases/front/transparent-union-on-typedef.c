//@ stdout: 5 3f800000
// The attribute stands on the typedef.
#include <stdio.h>
typedef union {
    int *i;
    float *f;
} U __attribute__((transparent_union));
static int g(U u)
{
    return *u.i;
}
int main(void)
{
    int x = 5;
    float f = 1;
    printf("%d %x\n", g(&x), g(&f));
    return 0;
}
