//@ check: violated
#include <assert.h>

int a, b;

int main(void)
{
    assert(&a < &b);
}
