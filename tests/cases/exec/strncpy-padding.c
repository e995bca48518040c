//@ stdout: 97 98 0 0 0 35
//@ stdout: 97 98 99 35 35 35
//@ stdout: 35 35 35 35 35 35
// strncpy pads with zeros up to the count and does not terminate beyond it.
#include <stdio.h>
#include <string.h>

static void show(const char *s, size_t n)
{
    char b[6];
    memset(b, '#', sizeof b);
    strncpy(b, s, n);
    for (int i = 0; i < 6; i++)
        printf("%d%c", b[i], i == 5 ? '\n' : ' ');
}

int main(void)
{
    show("ab", 5);
    show("abcdef", 3);
    show("abc", 0);
    return 0;
}
