//@ gcc: sanitize
// One of two aliases frees, the other writes.
#include <stdlib.h>

struct buffer {
    char *data;
    int len;
};

static void release(struct buffer *b)
{
    free(b->data);
    b->data = NULL;
    b->len = 0;
}

int main(void)
{
    struct buffer b = { malloc(16), 16 };
    char *alias = b.data;
    if (!alias)
        return 1;
    alias[3] = 'a';
    release(&b);
    alias[3] = 'b'; //~ fault: dangling
    return 0;
}
