//@ exit: 134
//@ gcc: sanitize
// The call itself is the error, whatever the body would do.
#include <assert.h>

void reach_error(void)
{
    assert(0 && "reached");
}

static void check(int cond)
{
    if (!cond)
        reach_error(); //~ fault: reach-error
}

int main(void)
{
    check(1);
    check(1 > 2);
    return 0;
}
