//@ stdout: 1 at 0
//@ stdout: 7 at 3
//@ stdout: 11 at 5
//@ stdout: 4 absent
//@ stdout: 0 absent
//@ stdout: 12 absent
//@ stdout: empty absent
// First, middle, last, and the three ways of being absent.
#include <stdio.h>
#include <stdlib.h>

static int cmp(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    int a[] = { 1, 3, 5, 7, 9, 11 };
    int keys[] = { 1, 7, 11, 4, 0, 12 };
    for (int i = 0; i < 6; i++) {
        int *p = bsearch(&keys[i], a, 6, sizeof a[0], cmp);
        if (p)
            printf("%d at %d\n", keys[i], (int)(p - a));
        else
            printf("%d absent\n", keys[i]);
    }
    puts(bsearch(&keys[0], a, 0, sizeof a[0], cmp) ? "empty found" : "empty absent");
    return 0;
}
