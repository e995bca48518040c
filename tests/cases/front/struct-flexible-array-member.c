#include <stdlib.h>
struct f { int n; char tail[]; };
struct g { char c; short t[]; };
static struct f init = { 3, "xyz" };
int main(void) {
    if (sizeof(struct f) != sizeof(int)) return 1;
    if (sizeof(struct g) != 2 || __builtin_offsetof(struct g, t) != 2) return 2;
    struct f *p = malloc(sizeof *p + 5);
    if (!p) return 0;
    p->n = 5;
    for (int i = 0; i < p->n; i++) p->tail[i] = 'a' + i;
    if (p->tail[4] != 'e' || (char *)p->tail - (char *)p != 4) return 3;
    free(p);
    if (init.tail[2] != 'z' || sizeof init != 4) return 4;
    return 0;
}
