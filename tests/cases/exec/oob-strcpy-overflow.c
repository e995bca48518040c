//@ gcc: sanitize
// Eight characters and the terminator do not fit in eight bytes.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(8);
    const char *s = "12345678";
    if (!p)
        return 1;
    strcpy(p, s); //~ fault: out-of-bounds
    free(p);
    return 0;
}
