//@ stdout: 131 14
//@ stdout: f g 9
// A call in the right operand does not fall between the read and the write of the left one.
#include <stdio.h>

static unsigned x[1] = {2};
static int y = 1, z = 4;

static unsigned set(void)
{
    x[0] |= 128;
    return 1;
}

static int set_y(int n)
{
    y = n;
    return n;
}

static int f(void)
{
    printf("f ");
    return 5;
}

static int *g(void)
{
    printf("g ");
    return &z;
}

int main(void)
{
    x[0] |= set();
    y += set_y(7);
    printf("%u %d\n", x[0], y);
    *g() += f();
    printf("%d\n", z);
    return 0;
}
