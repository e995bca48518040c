//@ library: libbsd
//@ asks: a text is appended in any room: what fits, terminated, and the length that it would have
//@ files: src/strlcat.c
//@ flags: -Dstrlcat=bsd_strlcat
//@ bug: src/strlcat.c: s/if (n-- == 0)/if (n == 0)/
//@ bug-note: there is no room for the end of the text
//@ bug-kind: out-of-bounds
//@ bound: two texts of up to 2 bytes, room of up to 5
#include "harness.h"

size_t bsd_strlcat(char *to, const char *from, size_t size);

int main(void)
{
    char first[3], second[3];
    size_t size = __VERIFIER_nondet_ulong();
    ARBITRARY(first, 2);
    ARBITRARY(second, 2);
    first[2] = second[2] = 0;
    size_t a = strlen(first), b = strlen(second);
    __VERIFIER_assume(a < size && size <= 5);
    char *to = malloc(size);
    memcpy(to, first, a + 1);
    assert(bsd_strlcat(to, second, size) == a + b);
    size_t n = a + b < size ? a + b : size - 1;
    assert(memcmp(to, first, a) == 0 && memcmp(to + a, second, n - a) == 0 && to[n] == 0);
    free(to);
    return 0;
}
