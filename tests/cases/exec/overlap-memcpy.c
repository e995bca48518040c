//@ gcc: sanitize
// Bytes move by one: that is for memmove.
#include <string.h>

int main(void)
{
    char text[8] = "abcdef";
    char *to = text + 1;
    memcpy(to, text, 6); //~ fault: overlap
    return text[0] - 'a';
}
