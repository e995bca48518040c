//@ gcc: sanitize
// The remainder is undefined where the quotient does not fit.
#include <limits.h>

int main(void)
{
    int a = INT_MIN;
    int b = -1;
    return a % b; //~ fault: signed-overflow
}
