//@ gcc: sanitize
// An error code kept in a pointer is dereferenced as if it were one.
#include <stdint.h>

static int value = 5;

static int *lookup(int key)
{
    return key == 1 ? &value : (int *)(intptr_t)-16;
}

int main(void)
{
    if (*lookup(1) != 5)
        return 1;
    return *lookup(2); //~ fault: bad-pointer
}
