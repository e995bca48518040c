//@ gcc: sanitize
// The value is read back from a freed block.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 3;
    free(p);
    return *p; //~ fault: dangling
}
