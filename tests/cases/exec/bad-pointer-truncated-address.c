//@ gcc: sanitize
// Only a few low bits of an address survive.
#include <stdint.h>

static int cell;

int main(void)
{
    uintptr_t whole = (uintptr_t)&cell;
    uintptr_t part = (whole & 0xffc) | 0x100;
    int *p = (int *)part;
    return *p; //~ fault: bad-pointer
}
