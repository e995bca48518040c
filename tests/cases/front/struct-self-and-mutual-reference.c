struct b;
struct a { int v; struct b *to; struct a *next; };
struct b { int v; struct a *back; struct b **list; };
int main(void) {
    struct a x = { 1, 0, 0 };
    struct b y = { 2, &x, 0 };
    struct b *lst[] = { &y, 0 };
    y.list = lst;
    x.to = &y;
    x.next = &x;
    if (x.next->next->to->v != 2) return 1;
    if (x.to->back->to->list[0]->back->v != 1) return 2;
    (*x.to->list)->v = 8;
    if (y.v != 8) return 3;
    return 0;
}
