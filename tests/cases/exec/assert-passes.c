//@ stdout: fine 2
// A true assert has no effect; its expression is evaluated once.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 0;
    assert(++n);
    assert(++n == 2);
    printf("fine %d\n", n);
    return 0;
}
