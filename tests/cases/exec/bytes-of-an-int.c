//@ stdout: 78 56 34 12
//@ stdout: 12345600
//@ stdout: little
// Object representations through unsigned char pointers.
#include <stdio.h>

int main(void)
{
    unsigned x = 0x12345678u;
    unsigned char *p = (unsigned char *)&x;
    printf("%02x %02x %02x %02x\n", p[0], p[1], p[2], p[3]);
    p[0] = 0;
    printf("%x\n", x);
    unsigned short one = 1;
    puts(*(char *)&one ? "little" : "big");
    return 0;
}
