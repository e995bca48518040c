//@ gcc: valgrind
// memcpy carries the indeterminate bytes along; the branch uses them.
#include <string.h>

int main(void)
{
    int a[2];
    int b[2];
    a[0] = 7;
    memcpy(b, a, sizeof a);
    if (b[0] != 7)
        return 1;
    if (b[1] != 7) //~ fault: uninitialised
        return 2;
    return 0;
}
