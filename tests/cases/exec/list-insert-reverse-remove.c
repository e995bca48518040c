//@ stdout: 1 2 3 4 5
//@ stdout: 5 4 3 2 1
//@ stdout: 5 3 1
//@ stdout: freed 5
// A singly linked list through pointers to pointers.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int v;
    struct node *next;
};

static int freed;

static void insert(struct node **p, int v)
{
    while (*p && (*p)->v < v)
        p = &(*p)->next;
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->v = v;
    n->next = *p;
    *p = n;
}

static void reverse(struct node **head)
{
    struct node *done = NULL;
    while (*head) {
        struct node *n = *head;
        *head = n->next;
        n->next = done;
        done = n;
    }
    *head = done;
}

static void remove_even(struct node **p, int all)
{
    while (*p) {
        struct node *n = *p;
        if (all || n->v % 2 == 0) {
            *p = n->next;
            free(n);
            freed++;
        } else
            p = &n->next;
    }
}

static void show(const struct node *n)
{
    for (; n; n = n->next)
        printf("%d%c", n->v, n->next ? ' ' : '\n');
}

int main(void)
{
    struct node *l = NULL;
    int order[] = { 3, 1, 5, 2, 4 };
    for (int i = 0; i < 5; i++)
        insert(&l, order[i]);
    show(l);
    reverse(&l);
    show(l);
    remove_even(&l, 0);
    show(l);
    remove_even(&l, 1);
    printf("freed %d\n", freed);
    return 0;
}
