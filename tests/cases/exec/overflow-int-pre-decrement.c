//@ gcc: sanitize
// Counting down below INT_MIN.
#include <limits.h>

int main(void)
{
    int i = INT_MIN + 1;
    --i;
    --i; //~ fault: signed-overflow
    return i > 0;
}
