//@ gcc: sanitize
// rows * cols overflows before it is widened for malloc.
#include <stdlib.h>

static void *grid(int rows, int cols)
{
    size_t n = rows * cols; //~ fault: signed-overflow
    return malloc(n);
}

int main(void)
{
    free(grid(100, 100));
    free(grid(70000, 70000));
    return 0;
}
