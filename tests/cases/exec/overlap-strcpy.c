//@ gcc: sanitize
// A string is copied over its own end, so that the copy would never end.
#include <string.h>

int main(void)
{
    char text[16] = "abc";
    char *to = text + 2;
    strcpy(to, text); //~ fault: overlap
    return text[0] - 'a';
}
