//@ gcc: sanitize
// A link overwritten by a number through a union.
#include <stdint.h>

union slot {
    struct cell *link;
    uintptr_t number;
};

struct cell {
    int value;
    union slot next;
};

int main(void)
{
    struct cell b = { 2, { 0 } };
    struct cell a = { 1, { &b } };
    if (a.next.link->value != 2)
        return 1;
    a.next.number = 12 * 1024;
    return a.next.link->value; //~ fault: bad-pointer
}
