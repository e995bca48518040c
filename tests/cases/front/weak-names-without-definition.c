//@ stdout: 0 0 6
// The address of a weak name that nothing defines is null.
extern int missing(void) __attribute__((weak));
extern int mobj __attribute__((weak));
#include <stdio.h>
int real(void)
{
    return 5;
}
int weakdef(void) __attribute__((weak));
int weakdef(void)
{
    return 6;
}
int main(void)
{
    printf("%d %d %d\n", missing != 0, &mobj != 0, weakdef());
    if (missing)
        missing();
    if (&mobj)
        printf("%d\n", mobj);
    int (*p)(void) = missing;
    return p ? 1 : 0;
}
