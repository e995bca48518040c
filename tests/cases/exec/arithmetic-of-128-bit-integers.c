//@ data-model: lp64
//@ stdout: d13f6370f96:865df5dd54000000
//@ stdout: fffffffffffe2ac4:8456e6c6c9c00000
//@ stdout: 0:0000000003681dfc
//@ stdout: 1fffffffffffffff:ffffffffffffffff
//@ stdout: ffffffffffffffff:ffffffffffffffff
//@ stdout: 4000000000000000:0000000000000000
//@ stdout: 5555555555555555:5555555555555555
//@ stdout: 0:0000000000000001
//@ stdout: ffffffffffffffff:fffffffffffffffb
//@ stdout: 1 1
//@ stdout: 5:6bc75e2d63100000
//@ stdout: 1.26765e+30 -7
//@ stdout: ffffffffffffffff:fffffffffffffffe
//@ stdout: 32
//@ stdout: fffffffffffffffe:0000000000000001
//@ stdout: 5
// __int128, which only the 64-bit model has.
#include <stdio.h>
typedef __int128 i;
typedef unsigned __int128 u;
static void p(i x)
{
    printf("%llx:%016llx\n", (unsigned long long)((u)x >> 64), (unsigned long long)x);
}
static i fact(int n)
{
    return n < 2 ? 1 : n * fact(n - 1);
}
int main(void)
{
    p(fact(30));
    p(-fact(25) / 7);
    p(fact(33) % 1000000007);
    u m = ~(u)0;
    p(m >> 3);
    p((i)-1 >> 100);
    p((i)1 << 126);
    p(m / 3);
    p(m * m);
    i a = 5;
    a -= 10;
    p(a);
    printf("%d %d\n", a<0, (u)a> m - 10);
    p((i)1e20);
    printf("%g %g\n", (double)((i)1 << 100), (float)-(i)7);
    struct {
        char c;
        i x;
    } s = {1, -2};
    p(s.x);
    printf("%d\n", (int)sizeof s);
    p((u)0xffffffffffffffffULL * 0xffffffffffffffffULL);
    switch ((int)(m % 10)) {
    case 5:
        puts("5");
        break;
    }
    return 0;
}
