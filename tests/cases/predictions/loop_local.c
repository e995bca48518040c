//@ check: violated
// The local of a loop's body may come to lie elsewhere each time.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    uintptr_t last = 0;
    for (int i = 0; i < 2; i++) {
        int a;
        if (i == 1)
            assert(last == (uintptr_t)&a);
        last = (uintptr_t)&a;
    }
}
