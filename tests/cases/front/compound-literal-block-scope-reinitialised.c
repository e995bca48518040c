// One object per evaluation of the enclosing block, re-initialised each time.
struct n { int v; struct n *next; };
int main(void) {
    int i, tot = 0;
    for (i = 0; i < 3; i++) {
        int *p = (int[]){ i, i * 10 };
        p[0]++;
        tot += p[0] + p[1];
    }
    if (tot != 36) return 1;
    struct n *list = &(struct n){ 1, &(struct n){ 2, &(struct n){ 3, 0 } } };
    tot = 0;
    for (struct n *p = list; p; p = p->next) tot = tot * 10 + p->v;
    if (tot != 123) return 2;
    return 0;
}
