//@ stdout: 3f800000 c0200000
//@ stdout: 1.5
//@ stdout: 04 03 02 01
//@ stdout: 4
// A union's members share their bytes (little-endian).
#include <stdint.h>
#include <stdio.h>

union word {
    float f;
    uint32_t u;
    unsigned char b[4];
};

int main(void)
{
    union word w;
    w.f = 1.0f;
    printf("%08x ", (unsigned)w.u);
    w.f = -2.5f;
    printf("%08x\n", (unsigned)w.u);
    w.u = 0x3fc00000u;
    printf("%g\n", w.f);
    w.u = 0x01020304u;
    printf("%02x %02x %02x %02x\n", w.b[0], w.b[1], w.b[2], w.b[3]);
    printf("%zu\n", sizeof w);
    return 0;
}
