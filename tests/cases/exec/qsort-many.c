//@ stdout: sorted 2000, sum kept
// A pseudo-random array large enough for any strategy.
#include <stdio.h>
#include <stdlib.h>

static int cmp(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return x < y ? -1 : x > y;
}

int main(void)
{
    static unsigned a[2000];
    unsigned seed = 1, before = 0, after = 0;
    int ok = 1;
    for (int i = 0; i < 2000; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = seed >> 20;
        before += a[i];
    }
    qsort(a, 2000, sizeof a[0], cmp);
    for (int i = 0; i < 2000; i++) {
        after += a[i];
        if (i && a[i - 1] > a[i])
            ok = 0;
    }
    printf("%s 2000, sum %s\n", ok ? "sorted" : "unsorted", before == after ? "kept" : "lost");
    return 0;
}
