//@ check: violated
#include <assert.h>

int main(void)
{
    int a, b;
    assert(&a < &b);
}
