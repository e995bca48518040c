//@ stdout: 10 9 8 7 6 5 4 3 2 1
//@ stdout: 55
// Blocks from alloca live until the function returns, not the iteration.
#include <alloca.h>
#include <stdio.h>

struct node {
    int v;
    struct node *next;
};

int main(void)
{
    struct node *head = 0;
    int sum = 0;
    for (int i = 1; i <= 10; i++) {
        struct node *n = alloca(sizeof *n);
        n->v = i;
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n; n = n->next) {
        printf("%d%c", n->v, n->next ? ' ' : '\n');
        sum += n->v;
    }
    printf("%d\n", sum);
    return 0;
}
