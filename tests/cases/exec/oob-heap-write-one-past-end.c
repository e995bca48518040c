//@ gcc: sanitize
// The loop bound is one too large: element 10 of a block of ten.
#include <stdlib.h>

int main(void)
{
    int *a = malloc(10 * sizeof(int));
    if (a == NULL)
        return 1;
    for (int i = 0; i <= 10; i++)
        a[i] = i * i; //~ fault: out-of-bounds
    free(a);
    return 0;
}
