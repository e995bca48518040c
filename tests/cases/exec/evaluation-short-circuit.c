//@ stdout: 0 1 0
//@ stdout: 2
//@ stdout: 10 6
// && and || stop early; ?: and the comma evaluate one after the other.
#include <stdio.h>

static int calls;

static int hit(int v)
{
    calls++;
    return v;
}

int main(void)
{
    int *null = 0;
    int a = null && *null, b = !null || *null, c = 0 && hit(1);
    printf("%d %d %d\n", a, b, c);
    a = hit(0) || hit(5) ? 1 : hit(9);
    printf("%d\n", calls);
    int x = 5;
    int y = (x++, x + 4);
    printf("%d %d\n", y, x);
    return 0;
}
