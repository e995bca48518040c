//@ gcc: sanitize
// strchr finds nothing and its result is written through.
#include <string.h>

int main(void)
{
    char s[] = "key value";
    char *eq = strchr(s, '=');
    *eq = '\0'; //~ fault: null-dereference
    return s[0];
}
