//@ gcc: sanitize
// A local was never allocated by malloc.
#include <stdlib.h>

int main(void)
{
    int x[4] = { 0 };
    int *volatile p = x;
    free(p); //~ fault: invalid-free
    return 0;
}
