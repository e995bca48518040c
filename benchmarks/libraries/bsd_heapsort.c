//@ library: libbsd
//@ asks: three numbers are sorted, and are the same numbers
//@ files: src/heapsort.c
//@ flags: -Dheapsort=bsd_heapsort
//@ bug: src/heapsort.c: s/while (nmemb > 1)/while (nmemb > 2)/
//@ bug-note: the last two are not exchanged
//@ bug-kind: assertion
//@ bound: 3 numbers
#include "harness.h"

int bsd_heapsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

int main(void)
{
    int n[3], before[3];
    for (int i = 0; i < 3; i++)
        before[i] = n[i] = __VERIFIER_nondet_int();
    assert(bsd_heapsort(n, 3, sizeof *n, compare) == 0);
    assert(n[0] <= n[1] && n[1] <= n[2]);
    int first = before[0];
    assert(n[0] == first || n[1] == first || n[2] == first);
    assert(((unsigned)n[0] ^ n[1] ^ n[2]) == ((unsigned)before[0] ^ before[1] ^ before[2]));
    return 0;
}
