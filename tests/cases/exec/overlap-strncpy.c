//@ gcc: sanitize
// Four of the characters overlap.
#include <string.h>

int main(void)
{
    char text[16] = "abcdefgh";
    char *to = text + 2;
    strncpy(to, text, 4); //~ fault: overlap
    return text[0] - 'a';
}
