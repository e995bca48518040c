//@ library: uthash
//@ asks: bytes are appended to a string until it grows: its length, its end, its room
//@ flags: -I$SRC/src
//@ bug: src/utstring.h: s/utstring_reserve((s),(l)+1);/utstring_reserve((s),(l));/
//@ bug-note: no room is reserved for the end
//@ bug-kind: out-of-bounds
//@ bound: 98 bytes and up to 3
#include "harness.h"
#include "utstring.h"

int main(void)
{
    UT_string s;
    char start[98], more[3];
    size_t n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(n <= 3);
    memset(start, 'x', sizeof start);
    ARBITRARY(more, 3);
    utstring_init(&s);
    utstring_bincpy(&s, start, 98);
    utstring_bincpy(&s, more, n);
    assert(s.i == 98 + n && s.i < s.n && s.d[s.i] == 0);
    assert(s.d[97] == 'x' && memcmp(s.d + 98, more, n) == 0);
    utstring_done(&s);
    return 0;
}
