//@ gcc: sanitize
// The search key is absent, so the walk leaves the list.
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static struct node *push(struct node *head, int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = key;
    n->next = head;
    return n;
}

int main(void)
{
    struct node *l = push(push(push(0, 1), 2), 3);
    while (l->key != 4) //~ fault: null-dereference
        l = l->next;
    return l->key;
}
