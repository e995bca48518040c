//@ gcc: sanitize
// The second append leaves no room for the terminator.
#include <string.h>

int main(void)
{
    char b[8] = "ab";
    const char *t = "cde";
    strcat(b, t);
    strcat(b, t); //~ fault: out-of-bounds
    return b[0] != 'a';
}
