//@ gcc: sanitize
// realloc has already released the old block.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    if (!p)
        return 1;
    char *q = realloc(p, 8000);
    if (!q)
        return 2;
    free(q);
    free(p); //~ fault: double-free
    return 0;
}
