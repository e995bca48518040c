//@ library: libbsd
//@ asks: a text is found in the first bytes of another where a slow search finds it
//@ files: src/strnstr.c
//@ flags: -Dstrnstr=bsd_strnstr
//@ bug: src/strnstr.c: s/len > slen/len >= slen/
//@ bug-note: a text at the very end is missed
//@ bug-kind: assertion
//@ bound: texts of up to 4 and 2 bytes
#include "harness.h"

char *bsd_strnstr(const char *s, const char *find, size_t n);

static const char *slowly(const char *s, const char *find, size_t n)
{
    size_t m = strlen(find), end = strnlen(s, n);
    for (size_t i = 0; i + m <= end; i++)
        if (memcmp(s + i, find, m) == 0)
            return s + i;
    return NULL;
}

int main(void)
{
    char s[5], find[3];
    size_t n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(n <= 4);
    ARBITRARY(s, 4);
    ARBITRARY(find, 2);
    s[4] = find[2] = 0;
    assert(bsd_strnstr(s, find, n) == slowly(s, find, n));
    return 0;
}
