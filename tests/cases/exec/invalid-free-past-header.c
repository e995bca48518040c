//@ gcc: sanitize
// The user's pointer lies behind a hidden header, and the header is forgotten.
#include <stdlib.h>

struct header {
    size_t size;
};

static void *take(size_t n)
{
    struct header *h = malloc(sizeof *h + n);
    if (!h)
        exit(1);
    h->size = n;
    return h + 1;
}

static void give_back(void *p)
{
    free((struct header *)p - 1);
}

int main(void)
{
    void *a = take(8), *b = take(8);
    give_back(a);
    free(b); //~ fault: invalid-free
    return 0;
}
