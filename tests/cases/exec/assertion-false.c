//@ exit: 134
//@ gcc: sanitize
// A plain failing assert.
#include <assert.h>

int main(void)
{
    int x = 2 + 2;
    assert(x == 4);
    assert(x == 5); //~ fault: assertion
    return 0;
}
