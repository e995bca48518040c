//@ exit: 134
//@ gcc: sanitize
// A checked allocation wrapper gives up.
#include <stdlib.h>

static int budget = 100;

static void *must_alloc(int n)
{
    if (n > budget)
        abort(); //~ fault: abort
    budget -= n;
    return malloc(n);
}

int main(void)
{
    void *a = must_alloc(60);
    void *b = must_alloc(40);
    free(a);
    free(b);
    free(must_alloc(1));
    return 0;
}
