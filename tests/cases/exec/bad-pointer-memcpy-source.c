//@ gcc: sanitize
// A library function handed a made-up address.
#include <stdint.h>
#include <string.h>

int main(void)
{
    char b[8];
    uintptr_t where = 0x3000;
    memcpy(b, (const void *)where, sizeof b); //~ fault: bad-pointer
    return b[0];
}
