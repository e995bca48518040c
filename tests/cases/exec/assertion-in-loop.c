//@ exit: 134
//@ gcc: sanitize
// The invariant breaks on the fourth turn.
#include <assert.h>

int main(void)
{
    int x = 1;
    for (int i = 0; i < 10; i++) {
        assert(x < 100); //~ fault: assertion
        x = x * 5 + 1;
    }
    return 0;
}
