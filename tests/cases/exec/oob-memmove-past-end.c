//@ gcc: sanitize
// Shifting a full array up by one pushes its last element out.
#include <string.h>

int main(void)
{
    int a[6] = { 1, 2, 3, 4, 5, 6 };
    int n = 6;
    memmove(a + 1, a, n * sizeof a[0]); //~ fault: out-of-bounds
    return a[0];
}
