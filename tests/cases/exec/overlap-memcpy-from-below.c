//@ gcc: sanitize
// The source lies behind the destination and reaches into it.
#include <stdlib.h>
#include <string.h>

struct item {
    int key;
    int value;
};

int main(void)
{
    struct item *items = calloc(4, sizeof *items);
    if (!items)
        return 1;
    size_t count = 3;
    memcpy(items, items + 1, count * sizeof *items); //~ fault: overlap
    free(items);
    return 0;
}
