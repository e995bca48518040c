//@ data-model: ilp32
//@ stdout: 00101100
//@ stdout: 11
//@ stdout: 4294967295 4294967295
//@ stdout: 0
//@ stdout: 1 -1
// The usual conversions before a comparison.
#include <stdio.h>
int main(void)
{
    int i = -1;
    unsigned u = 1;
    long l = -1;
    unsigned short us = 65535;
    unsigned char uc = 255;
    char c = -1;
    long long ll = -1;
    printf("%d%d%d%d%d%d%d%d\n", i < u, l<u, us> i, uc == c,
           ll<u, (unsigned char)c == uc, -1L < 1U, -1>(unsigned short) 1);
    printf("%d%d\n", (short)us == i, us > 0);
    printf("%u %lld\n", -u, (long long)-u);
    printf("%d\n", sizeof(int) > -1);
    unsigned long ul = 5;
    printf("%d %d\n", ul - 10 > 0, (int)(u - 2) >> 31);
    return 0;
}
