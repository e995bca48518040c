//@ gcc: sanitize
// Walking an array of structs by pointer with <= as the bound.
#include <stdlib.h>

struct item {
    int key;
    int value;
};

int main(void)
{
    struct item *base = calloc(4, sizeof *base);
    int total = 0;
    if (!base)
        return 1;
    for (struct item *p = base; p <= base + 4; p++)
        total += p->value; //~ fault: out-of-bounds
    free(base);
    return total;
}
