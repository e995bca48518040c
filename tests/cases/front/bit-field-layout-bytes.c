//@ stdout: a5 7f 00 c0
// First field takes the least significant bits; straddling moves to the next unit.
// Padding bits are masked off: their value is unspecified.
#include <stdio.h>
#include <string.h>
struct s { unsigned char a : 4, b : 4; unsigned char c : 7; unsigned char d : 3; unsigned char : 0; unsigned char e : 6, f : 2; };
int main(void) {
    struct s v;
    unsigned char b[4];
    memset(&v, 0, sizeof v);
    v.a = 5; v.b = 10; v.c = 127; v.d = 0; v.e = 0; v.f = 3;
    if (sizeof v != 4) return 1;
    memcpy(b, &v, 4);
    printf("%02x %02x %02x %02x\n", b[0], b[1] & 0x7f, b[2] & 7, b[3]);
    return 0;
}
