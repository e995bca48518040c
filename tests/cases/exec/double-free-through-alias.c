//@ gcc: sanitize
// Two owners of one block.
#include <stdlib.h>

struct owner {
    int *data;
};

static void drop(struct owner *o)
{
    free(o->data); //~ fault: double-free
    o->data = NULL;
}

int main(void)
{
    struct owner a = { malloc(sizeof(int)) };
    struct owner b = a;
    drop(&a);
    drop(&a);
    drop(&b);
    return 0;
}
