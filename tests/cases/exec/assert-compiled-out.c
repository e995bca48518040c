//@ stdout: 0
// With NDEBUG the expression is not evaluated at all.
#define NDEBUG
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 0;
    assert(n++ > 5);
    printf("%d\n", n);
    return 0;
}
