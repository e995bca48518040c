//@ stdout: abcdefghijk
//@ stdout: ab
// A switch into the middle of a loop.
#include <stdio.h>

static void copy(char *to, const char *from, int n)
{
    int turns = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            *to++ = *from++;
    case 3:
            *to++ = *from++;
    case 2:
            *to++ = *from++;
    case 1:
            *to++ = *from++;
        } while (--turns > 0);
    }
    *to = '\0';
}

int main(void)
{
    char b[16];
    copy(b, "abcdefghijk", 11);
    puts(b);
    copy(b, "abcdefghijk", 2);
    puts(b);
    return 0;
}
