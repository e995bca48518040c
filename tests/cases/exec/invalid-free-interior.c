//@ gcc: sanitize
// The pointer was advanced since malloc returned it.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    if (!p)
        return 1;
    for (int i = 0; i < 4; i++)
        *p++ = 'a';
    free(p); //~ fault: invalid-free
    return 0;
}
