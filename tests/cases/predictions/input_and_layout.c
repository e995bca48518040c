//@ check: violated
// Both the input and the layout have to be right.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int *p = malloc(4);
    if ((uintptr_t)p >> 5 & 1)
        assert(x != 42);
}
