//@ check: proved
//@ by: panda
// The first trace of a walk fails an assumption; others do not.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int x = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    __VERIFIER_assume(z != 0);
    if (x != 0)
        x = 1;
    assert(x == 0 || x == 1);
}
