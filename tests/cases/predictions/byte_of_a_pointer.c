//@ check: violated
#include <assert.h>

int main(void)
{
    int a;
    union { int *p; unsigned char b[sizeof(int *)]; } u;
    u.p = &a;
    assert(u.b[0] != 8);
}
