//@ gcc: sanitize
// The same pointer is freed twice.
#include <stdlib.h>

int main(void)
{
    void *p = malloc(10);
    free(p);
    free(p); //~ fault: double-free
    return 0;
}
