//@ stdout: 255 255 255 255
//@ stdout: 5 -8 35 0
//@ stdout: 16 0 9
// Explicit bases, base 0 with its prefixes, and digits beyond nine.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%ld %ld %ld %ld\n", strtol("ff", 0, 16), strtol("0xFF", 0, 16), strtol("0xff", 0, 0),
           strtol("0377", 0, 0));
    printf("%ld %ld %ld %ld\n", strtol("101", 0, 2), strtol("-1000", 0, 2), strtol("z", 0, 36),
           strtol("9", 0, 8));
    printf("%ld %ld %ld\n", strtol("100", 0, 4), strtol("0x", 0, 16), strtol("09", 0, 10));
    return 0;
}
