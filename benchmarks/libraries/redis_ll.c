//@ library: redis
//@ asks: a text that is a number is read, and written it is the same text
//@ flags: -I$SRC/src
//@ bug: src/util.c: s/if (length >= dstlen) return 0;/if (length > dstlen) return 0;/
//@ bug-note: the check of room ignores the end
//@ bug-kind: assertion
//@ bound: texts of up to 3 bytes
#include "harness.h"
#include "util.c"

int main(void)
{
    char text[4], again[4];
    size_t n = __VERIFIER_nondet_ulong();
    long long value;
    __VERIFIER_assume(n <= 3);
    ARBITRARY(text, 3);
    text[3] = 0;
    if (string2ll(text, n, &value)) {
        assert(ll2string(again, n + 1, value) == (int)n);
        assert(memcmp(text, again, n) == 0);
        assert(ll2string(again, n, value) == 0);
    }
    return 0;
}
