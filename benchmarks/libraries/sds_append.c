//@ library: hiredis
//@ asks: bytes are appended to a string: its length, its end and its contents
//@ files: sds.c
//@ flags: -I$SRC
//@ bug: sds.c: s/if (avail >= addlen) return s;/if (avail + 1 >= addlen) return s;/
//@ bug-note: the room for the end counts as free
//@ bug-kind: out-of-bounds
//@ bound: up to 3 bytes and 3 bytes
#include "harness.h"
#include "sds.h"

int main(void)
{
    char first[3], second[3];
    size_t m = __VERIFIER_nondet_ulong(), n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(m <= 3 && n <= 3);
    ARBITRARY(first, 3);
    ARBITRARY(second, 3);
    sds s = sdsnewlen(first, m);
    s = sdscatlen(s, second, n);
    assert(sdslen(s) == m + n && s[m + n] == 0);
    assert(memcmp(s, first, m) == 0 && memcmp(s + m, second, n) == 0);
    sdsfree(s);
    return 0;
}
