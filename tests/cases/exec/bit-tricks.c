//@ stdout: 13 0 32
//@ stdout: 8 1 0
//@ stdout: 1e6a2c48
//@ stdout: 16 1024 1
//@ stdout: 78563412
//@ stdout: 5 3
// Counting, isolating, reversing and rounding with shifts and masks.
#include <stdint.h>
#include <stdio.h>

static int popcount(uint32_t x)
{
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

static uint32_t reverse(uint32_t x)
{
    uint32_t r = 0;
    for (int i = 0; i < 32; i++, x >>= 1)
        r = r << 1 | (x & 1);
    return r;
}

static uint32_t round_up(uint32_t x)
{
    x--;
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return x + 1;
}

int main(void)
{
    printf("%d %d %d\n", popcount(0x12345678u), popcount(0), popcount(0xffffffffu));
    uint32_t a = 0xb8;
    printf("%u %u %u\n", (unsigned)(a & -a), (unsigned)(a >> 7), (unsigned)(0 & -a));
    printf("%x\n", (unsigned)reverse(0x12345678u));
    printf("%u %u %u\n", (unsigned)round_up(9), (unsigned)round_up(1024), (unsigned)round_up(1));
    uint32_t x = 0x12345678u;
    x = x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
    printf("%x\n", (unsigned)x);
    unsigned p = 3, q = 5;
    p ^= q;
    q ^= p;
    p ^= q;
    printf("%u %u\n", p, q);
    return 0;
}
