//@ gcc: sanitize
// Five characters in five bytes: there is no terminator to find.
#include <string.h>

int main(void)
{
    char name[5] = { 'h', 'e', 'l', 'l', 'o' };
    char *p = name;
    return strlen(p) == 5 ? 0 : 1; //~ fault: out-of-bounds
}
