//@ library: hiredis
//@ asks: a part of a string, with indices from either end: never longer, and within it
//@ files: sds.c
//@ flags: -I$SRC
//@ bug: sds.c: s/if (start < 0) start = 0;/if (start < -1) start = 0;/
//@ bug-note: an index before the string stays
//@ bug-kind: out-of-bounds assertion
//@ bound: 3 bytes
#include "harness.h"
#include "sds.h"

int main(void)
{
    char text[3];
    int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
    __VERIFIER_assume(from >= -5 && from <= 5 && to >= -5 && to <= 5);
    ARBITRARY(text, 3);
    sds s = sdsnewlen(text, 3);
    sdsrange(s, from, to);
    assert(sdslen(s) <= 3 && s[sdslen(s)] == 0);
    if (0 <= from && from <= to && to < 3)
        assert(sdslen(s) == (size_t)(to - from + 1) && s[0] == text[from]);
    sdsfree(s);
    return 0;
}
