//@ gcc: sanitize
// A field at a non-zero offset of a null struct pointer.
#include <stddef.h>

struct node {
    int pad[3];
    int value;
};

int main(void)
{
    struct node *n = NULL;
    n->value = 1; //~ fault: null-dereference
    return 0;
}
