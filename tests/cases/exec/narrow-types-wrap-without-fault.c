//@ stdout: -128 0 -32768
//@ stdout: 127 255
//@ stdout: 44 -1
// char and short are promoted before arithmetic; storing back converts.
#include <stdio.h>

int main(void)
{
    signed char c = 127;
    unsigned char u = 255;
    short s = 32767;
    c++;
    u++;
    s++;
    printf("%d %d %d\n", c, u, s);
    c--;
    u--;
    printf("%d %d\n", c, u);
    u = 100;
    u += 200;
    c = (signed char)0xff;
    printf("%d %d\n", u, c);
    return 0;
}
