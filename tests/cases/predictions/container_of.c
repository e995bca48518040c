//@ check: proved
#include <assert.h>
#include <stddef.h>

struct pair { int a; int b; };

int main(void)
{
    struct pair x = {1, 2};
    int *p = &x.b;
    struct pair *q = (struct pair *)((char *)p - offsetof(struct pair, b));
    assert(q->a == 1 && q == &x);
}
