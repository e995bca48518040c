//@ stdout: 245956587649460685 -11712218459498127 895
//@ stdout: 16063333644353814784 1836475854449306472 720
//@ stdout: 7f6e5d4c eca864200000000 fff6e5d4c3b2a190
//@ stdout: 0 1 1
//@ stdout: 0 ffffffffffffffff ffffffffffffffff
//@ stdout: -20000000000 1474836480 3999999995
//@ stdout: -9223372036854775808
//@ stdout: 81985529216486896 18364758544493064192
//@ stdout: -1000000000000000 18000000000000000000
//@ stdout: -1
//@ stdout: 24 2
//@ stdout: 47768
//@ stdout: 1985242144
//@ stdout: -1,0;0,-1;0,0;0,1;1,0;
// 64-bit arithmetic, which the 32-bit model has as well.
#include <stdio.h>
typedef long long L;
typedef unsigned long long U;
static L g = 0x123456789abcdefLL;
static U h = 0xfedcba9876543210ULL;
int main(void)
{
    printf("%lld %lld %lld\n", g * 3, g / -7, g % -1000);
    printf("%llu %llu %llu\n", h * h, h / 10, h % 1000);
    printf("%llx %llx %llx\n", h >> 33, h << 29, (U)((L)h >> 5));
    printf("%d %d %d\n", g < (L)h, (U)g < h, (L)h < 0);
    printf("%llx %llx %llx\n", g & h, g | h, g ^ h);
    int i = -5;
    unsigned u = 4000000000u;
    printf("%lld %lld %lld\n", (L)i * u, (L)(i * u), i + (L)u);
    printf("%lld\n", -(L)0x7fffffffffffffff - 1);
    double d = g;
    printf("%.0f %.0f\n", d, (double)h);
    printf("%lld %llu\n", (L)-1e15, (U)1.8e19);
    g++;
    --g;
    g += h;
    printf("%lld\n", g);
    L a[3] = {1LL << 32, 2, 3};
    printf("%d %lld\n", (int)sizeof a, a[0] >> 31);
    printf("%d\n", (int)(h >> 32 & 0xffff));
    printf("%lld\n", (L)(int)h + (short)h);
    for (L k = -2; k <= 2; k++)
        printf("%lld,%lld;", k / 2, k % 2);
    puts("");
    return !(h == 18364758544493064720ULL);
}
