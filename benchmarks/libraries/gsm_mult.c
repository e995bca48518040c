//@ library: libgsm
//@ asks: a rounded product of fractions is the nearest fraction
//@ files: src/add.c
//@ flags: -I$SRC/inc -DSASR
//@ bug: src/add.c: s/if (b == MIN_WORD && a == MIN_WORD) return MAX_WORD/if (b == MIN_WORD && a == MAX_WORD) return MAX_WORD/
//@ bug-note: the one product that does not fit is missed
//@ bug-kind: assertion
//@ bound: none
#include "harness.h"

short gsm_mult_r(short a, short b);

int main(void)
{
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    long r = gsm_mult_r(a, b), exact = (long)a * b + 16384;
    if (a == -32768 && b == -32768)
        assert(r == 32767);
    else
        assert(r * 32768 <= exact && exact < (r + 1) * 32768);
    return 0;
}
