//@ stdout: grown 0 9 81
//@ stdout: shrunk 0 1 4
//@ stdout: fresh 7
// realloc keeps the common prefix; realloc of NULL allocates.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = malloc(10 * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < 10; i++)
        a[i] = i * i;
    a = realloc(a, 1000 * sizeof *a);
    if (!a)
        return 1;
    a[999] = 5;
    printf("grown %d %d %d\n", a[0], a[3], a[9]);
    a = realloc(a, 3 * sizeof *a);
    if (!a)
        return 1;
    printf("shrunk %d %d %d\n", a[0], a[1], a[2]);
    free(a);
    int *b = realloc(NULL, sizeof *b);
    if (!b)
        return 1;
    *b = 7;
    printf("fresh %d\n", *b);
    free(b);
    return 0;
}
