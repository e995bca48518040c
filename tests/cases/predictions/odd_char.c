//@ check: violated
// A char may lie at an odd address.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    char c;
    assert(((uintptr_t)&c & 1) == 0);
}
