//@ gcc: sanitize
// The one quotient that does not fit.
#include <limits.h>

static int quotient(int a, int b)
{
    return a / b; //~ fault: signed-overflow
}

int main(void)
{
    if (quotient(INT_MAX, -1) != -INT_MAX)
        return 1;
    return quotient(INT_MIN, -1) == 0;
}
