//@ exit: 5
//@ stdout: met 7
// A callback of a library function may leave the program.
#include <stdio.h>
#include <stdlib.h>

static int cmp(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    if (x == 7 || y == 7) {
        puts("met 7");
        exit(5);
    }
    return x - y;
}

int main(void)
{
    int a[] = { 3, 7, 1, 2 };
    qsort(a, 4, sizeof a[0], cmp);
    return 0;
}
