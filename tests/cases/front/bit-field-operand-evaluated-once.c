//@ stdout: 3 3 5 -1
//@ stdout: 8
//@ stdout: 2 4 4
//@ stdout: 15
//@ stdout: -56
//@ stdout: 15 15 -1
// The address of an updated bit-field is computed once.
#include <stdio.h>
struct s {
    unsigned a : 4, b : 4;
    int c : 8;
} arr[3];
int n;
struct s *next(void)
{
    return &arr[n++];
}
int main(void)
{
    next()->a = 3;
    next()->b += 5;
    next()->c--;
    printf("%d %d %d %d\n", n, arr[0].a, arr[1].b, arr[2].c);
    n = 0;
    printf("%d\n", (next()->a)++ + (next()->b)--);
    printf("%d %d %d\n", n, arr[0].a, arr[1].b);
    int x = arr[0].a = 31;
    printf("%d\n", x);
    x = (arr[0].c = 200);
    printf("%d\n", x);
    arr[0].a = arr[0].b = arr[1].c = -1;
    printf("%d %d %d\n", arr[0].a, arr[0].b, arr[1].c);
    return 0;
}
