//@ stdout: 1 2 3 4 5
//@ stdout: 5 4 3 2 1
// A list whose links are the exclusive or of both neighbours.
#include <stdint.h>
#include <stdio.h>

struct node {
    int v;
    uintptr_t link;
};

static void walk(struct node *n)
{
    uintptr_t from = 0;
    while (n) {
        struct node *next = (struct node *)(n->link ^ from);
        printf("%d%c", n->v, next ? ' ' : '\n');
        from = (uintptr_t)n;
        n = next;
    }
}

int main(void)
{
    struct node n[5];
    for (int i = 0; i < 5; i++) {
        uintptr_t before = i > 0 ? (uintptr_t)&n[i - 1] : 0;
        uintptr_t after = i < 4 ? (uintptr_t)&n[i + 1] : 0;
        n[i].v = i + 1;
        n[i].link = before ^ after;
    }
    walk(&n[0]);
    walk(&n[4]);
    return 0;
}
