//@ stdout: abcd
//@ stdout: abcdxy
//@ stdout: abcdxy
// strncat takes at most n characters and always terminates.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[8] = "ab";
    puts(strncat(b, "cdef", 2));
    puts(strncat(b, "xy", 10));
    puts(strncat(b, "zzz", 0));
    return 0;
}
