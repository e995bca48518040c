//@ gcc: sanitize
// The error path frees what the failing callee has freed already.
#include <stdlib.h>

static int consume(char *p, int ok)
{
    if (!ok) {
        free(p);
        return -1;
    }
    return 0;
}

int main(void)
{
    char *p = malloc(32);
    if (!p)
        return 1;
    if (consume(p, 1) != 0)
        goto fail;
    if (consume(p, 0) != 0)
        goto fail;
    return 0;
fail:
    free(p); //~ fault: double-free
    return 2;
}
