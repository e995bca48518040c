//@ stdout: 4005bf0a8b145769
//@ stdout: 2.718281828459045
//@ stdout: 8000000000000000
//@ stdout: exponent 1, sign 0
// The bits of a double through memcpy, there and back.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits(double d)
{
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    return u;
}

int main(void)
{
    double e = 2.718281828459045, back;
    uint64_t u = bits(e);
    printf("%llx\n", (unsigned long long)u);
    memcpy(&back, &u, sizeof back);
    printf("%.15f\n", back);
    printf("%llx\n", (unsigned long long)bits(-0.0));
    printf("exponent %d, sign %d\n", (int)(u >> 52 & 0x7ff) - 1023, (int)(u >> 63));
    return 0;
}
