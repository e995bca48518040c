//@ gcc: sanitize
// Three elements were allocated behind the header; the fourth is written.
#include <stdlib.h>

struct vec {
    int n;
    int at[];
};

int main(void)
{
    struct vec *v = malloc(sizeof *v + 3 * sizeof(int));
    if (!v)
        return 1;
    v->n = 4;
    for (int i = 0; i < v->n; i++)
        v->at[i] = i; //~ fault: out-of-bounds
    free(v);
    return 0;
}
