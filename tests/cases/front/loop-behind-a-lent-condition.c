//@ stdout: 4 rounds
#include <stdio.h>
struct s { int v[4]; };
static struct s make(int x)
{
    struct s s = {{x, x, x, x}};
    return s;
}
static int first(int *p) { return *p; }
int main(void)
{
    int n = 3, rounds = 0;
    do
        rounds++;
    while (first(make(n--).v) > 0);
    printf("%d rounds\n", rounds);
    return 0;
}
