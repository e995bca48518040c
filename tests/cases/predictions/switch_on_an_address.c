//@ check: violated
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    switch ((uintptr_t)p >> 4 & 3) {
    case 0:
    case 1:
    case 2:
        break;
    default:
        assert(0);
    }
}
