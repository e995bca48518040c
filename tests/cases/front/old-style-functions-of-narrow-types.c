//@ stdout: 3 199.5 2 7 6 6
//@ stdout: 9
// Old-style definitions: arguments arrive promoted.
#include <stdio.h>
int add(a, b)
int a, b;
{
    return a + b;
}
double mix(c, f, s, p)
char c;
float f;
short s;
char *p;
{
    return c + f + s + *p;
}
f(x)
{
    return x + 1;
}
static noargs()
{
    return 7;
}
int ptr(a, n)
int a[];
unsigned char n;
{
    int t = 0;
    while (n--)
        t += a[n];
    return t;
}
extern int later();
int (*fp)();
int main()
{
    int arr[3] = {1, 2, 3};
    printf("%d %g %d %d %d %d\n", add(1, 2), mix('a', 1.5f, (short)3, "b"), f(1), noargs(),
           ptr(arr, 259), later(2, 3));
    fp = add;
    printf("%d\n", fp(4, 5));
    return 0;
}
int later(a, b)
{
    return a * b;
}
