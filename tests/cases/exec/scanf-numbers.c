//@ stdin: 12 -7 0x1f
//@ stdin: 3.5 word c
//@ stdout: 3: 12 -7 31
//@ stdout: 3: 3.5 word c
//@ stdout: -1
// scanf passes over blanks and newlines and returns how many it stored.
#include <stdio.h>

int main(void)
{
    int a, b, n;
    unsigned x;
    double d;
    char w[10], c;
    n = scanf("%d %d %x", &a, &b, &x);
    printf("%d: %d %d %u\n", n, a, b, x);
    n = scanf("%lf %9s %c", &d, w, &c);
    printf("%d: %g %s %c\n", n, d, w, c);
    printf("%d\n", scanf("%d", &a));
    return 0;
}
