//@ stdout: -128
//@ stdout: 255 0
//@ stdout: 32767
//@ stdout: 1.5 1.5
//@ stdout: -0.9
//@ stdout: 4294967296
//@ stdout: 4294967295
//@ stdout: 1 3 3 2
//@ stdout: -5
//@ stdout: 0
//@ stdout: 3
// Increments and decrements that wrap, convert or move a pointer.
#include <stdio.h>
int main(void)
{
    char c = 127;
    c++;
    printf("%d\n", c);
    unsigned char u = 255;
    printf("%d ", u++);
    printf("%d\n", u);
    short s = -32768;
    s--;
    printf("%d\n", s);
    float f = 1.5f;
    printf("%g ", f++);
    printf("%g\n", --f);
    double d = 0.1;
    d--;
    printf("%g\n", d);
    long long l = 0xffffffffLL;
    l++;
    printf("%lld\n", l);
    unsigned x = 0;
    x--;
    printf("%u\n", x);
    int a[3] = {1, 2, 3}, *p = a;
    printf("%d ", *p++);
    printf("%d ", *++p);
    printf("%d ", (*p)--);
    printf("%d\n", a[2]);
    struct {
        int v;
    } t = {3}, *q = &t;
    q->v++;
    ++q->v;
    printf("%d\n", -q->v--);
    int i = 5;
    i = -i - -i;
    printf("%d\n", i);
    long double ld = 2;
    ld++;
    printf("%Lg\n", ld);
    return 0;
}
