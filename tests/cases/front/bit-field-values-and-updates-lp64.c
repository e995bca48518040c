//@ data-model: lp64
//@ stdout: -1 7 -1 1 -1 -549755813888 9223372036854775807 1 -7 1 -256
//@ stdout: 32 1
//@ stdout: -3
//@ stdout: -3
//@ stdout: -2
//@ stdout: 6
//@ stdout: 0
//@ stdout: -2
//@ stdout: 1
//@ stdout: 0
//@ stdout: 1
// What a bit-field keeps, and the value of assignments and increments of one.
#include <stdio.h>
struct s {
    int a : 3;
    unsigned b : 3;
    signed c : 1;
    unsigned d : 1;
    int e : 31;
    long long f : 40;
    unsigned long long g : 63;
    _Bool h : 1;
    char i : 4;
    unsigned char j : 5;
    short k : 9;
};
int main(void)
{
    struct s x = {0};
    x.a = 7;
    x.b = 15;
    x.c = 1;
    x.d = 3;
    x.e = 0x7fffffff;
    x.f = 1LL << 39;
    x.g = ~0ULL;
    x.h = 4;
    x.i = 9;
    x.j = 33;
    x.k = 256;
    printf("%d %u %d %u %d %lld %llu %d %d %d %d\n", x.a, x.b, x.c, x.d, x.e, (long long)x.f,
           (unsigned long long)x.g, x.h, x.i, x.j, x.k);
    printf("%d %d\n", (int)sizeof(struct s), x.b - 8 < 0);
    printf("%d\n", (x.a = 5));
    printf("%d\n", x.a++);
    printf("%d\n", x.a);
    printf("%d\n", --x.b);
    x.b += 10;
    printf("%d\n", x.b);
    x.e *= 2;
    printf("%d\n", x.e);
    printf("%d\n", x.h = 2);
    x.h--;
    printf("%d\n", x.h);
    x.h--;
    printf("%d\n", x.h);
    return 0;
}
