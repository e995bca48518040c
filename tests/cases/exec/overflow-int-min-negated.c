//@ gcc: sanitize
// A hand-made absolute value.
#include <limits.h>

static int magnitude(int x)
{
    return x < 0 ? -x : x; //~ fault: signed-overflow
}

int main(void)
{
    if (magnitude(-INT_MAX) != INT_MAX)
        return 1;
    return magnitude(INT_MIN) < 0;
}
