//@ stdout: 78 56 34 12
#include <stdio.h>
union u { unsigned w; unsigned char b[4]; unsigned short h[2]; signed char s; };
int main(void) {
    union u x = { 0x12345678 };
    printf("%02x %02x %02x %02x\n", x.b[0], x.b[1], x.b[2], x.b[3]);
    x.b[1] = 0xff;
    if (x.w != 0x1234ff78 || x.h[0] != 0xff78) return 1;
    x.s = -1;
    if (x.b[0] != 255) return 2;
    if (sizeof x != 4 || (void *)&x.b[0] != (void *)&x.w) return 3;
    union { float f; unsigned u; } f = { 1.0f };
    if (f.u != 0x3f800000) return 4;
    union { double d; unsigned long long u; } d = { .d = -2.0 };
    if (d.u != 0xc000000000000000ull) return 5;
    return 0;
}
