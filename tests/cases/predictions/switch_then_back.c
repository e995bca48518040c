//@ check: proved
//@ by: panda
// What follows from the default of a switch is forgotten with it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int y = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    if (!y)
        switch (x) {
        case 1:
        case 2:
        case 3:
        case 4:
        case 5:
        case 6:
        case 7:
        case 8:
            return 0;
        default:
            break;
        }
    if (x == 1)
        assert(y);
}
