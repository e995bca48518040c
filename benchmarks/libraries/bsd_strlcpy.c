//@ library: libbsd
//@ asks: a text is copied into any space: its start, terminated, and its length as the result
//@ files: src/strlcpy.c
//@ flags: -Dstrlcpy=bsd_strlcpy
//@ bug: src/strlcpy.c: s/--nleft != 0/nleft-- != 0/
//@ bug-note: there is no room for the end of the text
//@ bug-kind: out-of-bounds
//@ bound: texts of up to 4 bytes, room of up to 6
#include "harness.h"

size_t bsd_strlcpy(char *to, const char *from, size_t size);

int main(void)
{
    char from[5];
    size_t size = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(size <= 6);
    ARBITRARY(from, 4);
    from[4] = 0;
    char *to = malloc(size);
    size_t n = bsd_strlcpy(to, from, size);
    assert(n == strlen(from));
    if (size) {
        size_t kept = n < size ? n : size - 1;
        assert(memcmp(to, from, kept) == 0 && to[kept] == 0);
    }
    free(to);
    return 0;
}
