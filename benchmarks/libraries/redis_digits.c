//@ library: redis
//@ asks: the number of digits of any number is right
//@ flags: -I$SRC/src
//@ bug: src/util.c: s/7 + (v >= 10000000UL)/7 + (v > 10000000UL)/
//@ bug-note: ten million has seven digits
//@ bug-kind: assertion
//@ bound: none
#include "harness.h"
#include "util.c"

int main(void)
{
    uint64_t v = __VERIFIER_nondet_ulong(), power = 1;
    unsigned n = digits10(v);
    assert(1 <= n && n <= 20);
    for (unsigned i = 1; i < n; i++)
        power *= 10;
    assert(n == 1 || power <= v);
    assert(n == 20 || v / 10 < power);
    return 0;
}
