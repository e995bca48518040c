//@ stdout: 3 -3 0
//@ stdout: 1 1 1 0
//@ stdout: 10
//@ stdout: 2 8
// Order and distance within one array, its end included.
#include <stddef.h>
#include <stdio.h>

int main(void)
{
    int a[10];
    int *p = a + 2, *q = &a[5], *end = a + 10;
    ptrdiff_t d = q - p;
    printf("%td %td %td\n", d, p - q, p - p);
    printf("%d %d %d %d\n", p < q, q <= q, end > &a[9], p >= end);
    printf("%td\n", end - a);
    struct { int x, y; } s[4];
    printf("%d %d\n", (int)(&s[3] - &s[1]), (int)((char *)&s[1] - (char *)&s[0]));
    return 0;
}
