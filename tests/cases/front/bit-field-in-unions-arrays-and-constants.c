//@ stdout: 141
//@ stdout: -2 1 2147483647 1
//@ stdout: 4503599627370495
//@ stdout: 1
//@ stdout: -3
//@ stdout: 1
//@ stdout: 0 1
//@ stdout: -25536 -25536
// Bit-fields in unions, arrays and initial values.
#include <stdio.h>
union u {
    struct {
        unsigned a : 3, b : 5;
    } f;
    unsigned char c;
} x[2];
struct o {
    struct {
        int v : 6;
    } in[3];
} o = {{{1}, {-2}, {3}}};
static struct {
    unsigned a : 1;
    unsigned b : 31;
} g = {1, 0x7fffffff};
struct bf64 {
    unsigned long long a : 1, b : 62, c : 1;
} q = {1, ~0ULL >> 2, 1};
int main(void)
{
    x[0].f.a = 5;
    x[0].f.b = 17;
    printf("%d\n", x[0].c);
    printf("%d %d %u %d\n", o.in[1].v, g.a, g.b, (int)q.c);
    q.b >>= 10;
    printf("%llu\n", (unsigned long long)q.b);
    struct bf64 r = q;
    printf("%d\n", r.b == q.b);
    const struct {
        int k : 4;
    } ck = {-3};
    printf("%d\n", ck.k);
    printf("%d\n", (q.b + 1) > 0);
    struct {
        int a : 16;
        int b : 16;
    } h = {-1, 1};
    h.a += h.b;
    printf("%d %d\n", h.a, h.b);
    h.b = h.a = 40000;
    printf("%d %d\n", h.a, h.b);
    return 0;
}
