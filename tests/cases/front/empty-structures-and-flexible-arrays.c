//@ stdout: 4 4 0 4
//@ stdout: 4
//@ stdout: hello abc
//@ stdout: 5
//@ stdout: 4
//@ stdout: 0
// Arrays without a size and structures without members.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct z {
    int n;
    int a[0];
};
struct f {
    int n;
    char s[];
};
struct f st = {3, "abc"};
struct e {};
struct g {
    struct e x;
    int y;
    struct e z;
};
int main(void)
{
    printf("%d %d %d %d\n", (int)sizeof(struct z), (int)sizeof(struct f), (int)sizeof(struct e),
           (int)sizeof(struct g));
    struct z *p = malloc(sizeof *p + 3 * sizeof(int));
    p->n = 3;
    for (int i = 0; i < 3; i++)
        p->a[i] = i * i;
    printf("%d\n", p->a[2]);
    struct f *q = malloc(sizeof *q + 6);
    strcpy(q->s, "hello");
    q->n = 5;
    printf("%s %s\n", q->s, st.s);
    free(p);
    struct f c = *q;
    printf("%d\n", c.n);
    free(q);
    struct e a, b;
    a = b;
    struct g h = {{}, 4, {}};
    printf("%d\n", h.y);
    int zz[0];
    printf("%d\n", (int)sizeof zz);
    return 0;
}
