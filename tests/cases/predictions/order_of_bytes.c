//@ check: violated
// Which of two pointers is the greater one as bytes depends on the layout.
#include <assert.h>
#include <string.h>

int main(void)
{
    int a, b;
    int *p = &a, *q = &b;
    assert(memcmp(&p, &q, sizeof p) < 0);
}
