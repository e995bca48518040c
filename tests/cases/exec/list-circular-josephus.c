//@ stdout: last is 31
// Forty-one in a ring, every third leaves.
#include <stdio.h>
#include <stdlib.h>

struct man {
    int n;
    struct man *next;
};

int main(void)
{
    struct man *tail = NULL;
    for (int i = 1; i <= 41; i++) {
        struct man *m = malloc(sizeof *m);
        if (!m)
            return 1;
        m->n = i;
        m->next = tail ? tail->next : m;
        if (tail)
            tail->next = m;
        tail = m;
    }
    struct man *p = tail;
    while (p->next != p) {
        p = p->next->next;
        struct man *out = p->next;
        p->next = out->next;
        free(out);
    }
    printf("last is %d\n", p->n);
    free(p);
    return 0;
}
