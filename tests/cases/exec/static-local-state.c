//@ stdout: 1 2 3
//@ stdout: 10 20
//@ stdout: 0
// Static locals keep their value between calls; each has its own.
#include <stdio.h>

static int counter(void)
{
    static int n;
    return ++n;
}

static int tens(void)
{
    static int n = 0;
    n += 10;
    return n;
}

static int depth(int n)
{
    static int level = 0;
    level++;
    if (n > 0)
        depth(n - 1);
    level--;
    return level;
}

int main(void)
{
    int a = counter(), b = counter(), c = counter();
    printf("%d %d %d\n", a, b, c);
    a = tens();
    b = tens();
    printf("%d %d\n", a, b);
    printf("%d\n", depth(5));
    return 0;
}
