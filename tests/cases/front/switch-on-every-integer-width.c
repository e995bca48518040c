//@ stdout: 1234567
//@ stdout: 1234
//@ stdout: 12344
//@ stdout: 1230
// Cases are converted to the promoted type of the operand.
#include <stdio.h>
static int f(long long x)
{
    switch (x) {
    case 0x100000000LL:
        return 1;
    case -1:
        return 2;
    case 0xffffffffU:
        return 3;
    case 1LL << 62:
        return 4;
    case (-0x7fffffffffffffffLL - 1)... - 10:
        return 5;
    default:
        return 6;
    case 0:
        return 7;
    }
}
static int g(unsigned long long x)
{
    switch (x) {
    case 0:
        return 1;
    case ~0ULL:
        return 2;
    case 5 ... 9:
        return 3;
    }
    return 4;
}
static int h(unsigned char c)
{
    switch (c) {
    case 'a' ... 'z':
        return 1;
    case 'A' ... 'Z':
        return 2;
    case 200:
        return 3;
    case -1:
        return 5;
    }
    return 4;
}
static int e(int x)
{
    switch (x) {
    case sizeof(int):
        return 1;
    case sizeof(char[9]):
        return 2;
    case 'a' + 1:
        return 3;
    }
    return 0;
}
int main(void)
{
    printf("%d%d%d%d%d%d%d\n", f(0x100000000LL), f(-1), f(0xffffffffLL), f(1LL << 62), f(-11), f(3),
           f(0));
    printf("%d%d%d%d\n", g(0), g(-1), g(7), g(10));
    printf("%d%d%d%d%d\n", h('q'), h('Q'), h(200), h(255), h(0));
    printf("%d%d%d%d\n", e(4), e(9), e('b'), e(1));
    return 0;
}
