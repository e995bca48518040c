//@ exit: 134
//@ gcc: sanitize
// A precondition fails inside the callee.
#include <assert.h>

static int half(int n)
{
    assert(n % 2 == 0); //~ fault: assertion
    return n / 2;
}

int main(void)
{
    return half(8) + half(half(6)) - 5;
}
