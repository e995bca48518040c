//@ gcc: sanitize
// Walking down to the first element goes one too far.
#include <stdlib.h>

int main(void)
{
    char *a = calloc(8, 1);
    int sum = 0;
    if (a == NULL)
        return 1;
    for (int i = 7; i >= -1; i--)
        sum += a[i]; //~ fault: out-of-bounds
    free(a);
    return sum;
}
