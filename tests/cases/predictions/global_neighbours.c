//@ check: violated
// One past the end of an object may be the next one.
#include <assert.h>

int a, b;

int main(void)
{
    assert(&a + 1 != &b);
}
