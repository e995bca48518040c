//@ stdout: null free ok
//@ stdout: calloc zero
//@ stdout: distinct
//@ stdout: 4950
// Everyday allocation: free(NULL), calloc clears, blocks are distinct.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    free(NULL);
    puts("null free ok");
    int *z = calloc(25, sizeof *z);
    if (!z)
        return 1;
    int zero = 1;
    for (int i = 0; i < 25; i++)
        zero &= z[i] == 0;
    puts(zero ? "calloc zero" : "calloc dirty");
    char *a = malloc(1), *b = malloc(1);
    if (!a || !b)
        return 1;
    *a = 1;
    *b = 2;
    puts(a != b && *a == 1 ? "distinct" : "shared");
    free(b);
    free(a);
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        int *p = malloc(sizeof *p);
        if (!p)
            return 1;
        *p = i;
        sum += *p;
        free(p);
    }
    printf("%d\n", sum);
    free(z);
    return 0;
}
