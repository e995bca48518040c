//@ gcc: sanitize
// The block holds the first field only.
#include <stdlib.h>

struct pair {
    int first;
    int second;
};

int main(void)
{
    struct pair *p = malloc(sizeof(int));
    if (p == NULL)
        return 1;
    p->first = 1;
    p->second = 2; //~ fault: out-of-bounds
    free(p);
    return 0;
}
