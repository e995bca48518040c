//@ gcc: sanitize
// long overflows at its own width, whichever that is.
#include <limits.h>

int main(void)
{
    long x = LONG_MAX;
    long y = x - 5;
    y += 5;
    if (y != x)
        return 1;
    y = y + 1L; //~ fault: signed-overflow
    return y < 0;
}
