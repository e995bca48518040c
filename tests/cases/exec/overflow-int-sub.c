//@ gcc: sanitize
// A comparator by subtraction.
#include <limits.h>

static int compare(int a, int b)
{
    return a - b; //~ fault: signed-overflow
}

int main(void)
{
    if (compare(INT_MIN, 0) >= 0)
        return 1;
    return compare(INT_MIN, 1) < 0;
}
