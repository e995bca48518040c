//@ data-model: lp64
//@ gcc: sanitize
// The classic slip: sizeof the pointer where sizeof the object was meant.
#include <stdlib.h>

struct wide {
    long a, b;
};

int main(void)
{
    struct wide *w = malloc(sizeof w);
    if (!w)
        return 1;
    w->a = 5;
    w->b = 6; //~ fault: out-of-bounds
    free(w);
    return 0;
}
