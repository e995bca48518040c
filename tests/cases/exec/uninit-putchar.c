//@ gcc: valgrind
// A character that was never set is written out.
#include <stdio.h>

int main(void)
{
    char buf[4];
    buf[0] = 'a';
    buf[1] = 'b';
    for (int i = 0; i < 3; i++)
        fputc(buf[i], stderr); //~ fault: uninitialised
    return 0;
}
