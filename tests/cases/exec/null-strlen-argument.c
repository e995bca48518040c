//@ gcc: sanitize
// A library function handed a null string.
#include <string.h>

int main(void)
{
    const char *volatile s = 0;
    return (int)strlen(s); //~ fault: null-dereference
}
