//@ stdout: HELLO, WORLD 42!
//@ stdout: hello, world 42!
//@ stdout: -1 -1 0
// toupper and tolower leave all but letters alone, EOF included.
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    const char *s = "Hello, World 42!";
    for (const char *p = s; *p; p++)
        putchar(toupper((unsigned char)*p));
    putchar('\n');
    for (const char *p = s; *p; p++)
        putchar(tolower((unsigned char)*p));
    putchar('\n');
    printf("%d %d %d\n", toupper(EOF), tolower(EOF), isalpha(EOF) != 0);
    return 0;
}
