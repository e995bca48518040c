//@ gcc: sanitize
// An integer that is the address of no function.
#include <stdint.h>

int main(void)
{
    uintptr_t n = 0x1000;
    int (*f)(void) = (int (*)(void))n;
    return f(); //~ fault: bad-call
}
