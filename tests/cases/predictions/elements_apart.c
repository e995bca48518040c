//@ check: proved
#include <assert.h>

int main(void)
{
    int a[2], b[2];
    assert(a + 1 != b + 1);
}
