//@ gcc: sanitize
// A string is appended to itself.
#include <string.h>

int main(void)
{
    char text[16] = "abc";
    const char *from = text;
    strcat(text, from); //~ fault: overlap
    return text[0] - 'a';
}
