//@ gcc: valgrind
// strcmp decides on characters that were never written.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *s = malloc(8);
    if (!s)
        return 1;
    s[0] = 'a';
    s[7] = '\0';
    return strcmp(s, "abcdefg") == 0; //~ fault: uninitialised
}
