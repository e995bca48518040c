//@ gcc: sanitize
// The embedded list head is freed instead of the object around it.
#include <stdlib.h>

struct link {
    struct link *next;
};

struct obj {
    int id;
    struct link link;
};

int main(void)
{
    struct obj *o = calloc(1, sizeof *o);
    if (!o)
        return 1;
    struct link *l = &o->link;
    free(l); //~ fault: invalid-free
    return 0;
}
