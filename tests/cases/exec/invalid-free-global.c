//@ gcc: sanitize
// Small buffers come from a static array, yet all are freed.
#include <stdlib.h>

static char small[16];

static char *get(size_t n)
{
    return n <= sizeof small ? small : malloc(n);
}

int main(void)
{
    char *a = get(100);
    char *b = get(10);
    free(a);
    free(b); //~ fault: invalid-free
    return 0;
}
