//@ gcc: sanitize
// The step of the loop reads the node its body has freed.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->next = head;
        head = n;
    }
    struct node *n = head;
    while (n) {
        free(n);
        n = n->next; //~ fault: dangling
    }
    return 0;
}
