//@ gcc: sanitize
// INT_MAX + 1.
#include <limits.h>

static int next(int x)
{
    return x + 1; //~ fault: signed-overflow
}

int main(void)
{
    if (next(INT_MAX - 1) != INT_MAX)
        return 1;
    return next(INT_MAX) < 0;
}
