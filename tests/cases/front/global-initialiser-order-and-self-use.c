//@ stdout: 1 2 3
#include <stdio.h>
static int a = 1;
static int *pa = &a, **ppa = &pa;
static struct node { int v; struct node *n; } c = { 3, 0 }, b = { 2, &c }, h = { 1, &b };
static struct node *loop = &(struct node){ 9, 0 };
static struct { void *self; int k; } me = { &me, sizeof me };
int main(void) {
    **ppa += 4;
    if (a != 5 || me.self != (void *)&me || me.k != sizeof me) return 1;
    printf("%d %d %d\n", h.v, h.n->v, h.n->n->v);
    loop->n = loop;
    return loop->n->n->v == 9 ? 0 : 2;
}
