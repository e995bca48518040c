//@ stdout: 1 11
//@ stdout: 2 9
//@ stdout: 12 1
//@ stdout: 8
//@ stdout: 1 13
//@ stdout: -128
//@ stdout: 255
//@ stdout: -32768
//@ stdout: 1099511627777
//@ stdout: 0.333333
//@ stdout: 6
//@ stdout: 1
// Effects in the operand of a compound assignment happen once.
#include <stdio.h>
int n;
int a[5] = {1, 2, 3, 4, 5};
static int *idx(void)
{
    return &a[n++];
}
static int cnt(void)
{
    return ++n;
}
int main(void)
{
    *idx() += 10;
    printf("%d %d\n", n, a[0]);
    a[cnt()] *= 3;
    printf("%d %d\n", n, a[2]);
    int *p = a;
    *p++ += 1;
    printf("%d %d\n", a[0], (int)(p - a));
    *++p -= 1;
    printf("%d\n", a[2]);
    int i = 0;
    a[i++]++;
    printf("%d %d\n", i, a[0]);
    char c = 127;
    c += 1;
    printf("%d\n", c);
    unsigned char u = 0;
    u -= 1;
    printf("%d\n", u);
    short s = 1;
    s <<= 15;
    printf("%d\n", s);
    int x = 5;
    x += x *= 2;
    x = 3;
    x = x-- - --x < 0 ? 1 : 2;
    long long l = 1;
    l <<= 40;
    l |= 1;
    printf("%lld\n", l);
    float f = 1;
    f /= 3;
    printf("%.6f\n", f);
    int y = 7;
    y %= 4;
    y ^= 5;
    y &= ~1;
    printf("%d\n", y);
    p = a;
    p += 2;
    p -= 1;
    printf("%d\n", (int)(p - a));
    return 0;
}
