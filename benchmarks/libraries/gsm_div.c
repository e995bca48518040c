//@ library: libgsm
//@ asks: a quotient of fractions, bit by bit, is the one of a division
//@ files: src/add.c
//@ flags: -I$SRC/inc -DSASR
//@ bug: src/add.c: s/L_num >= L_denum/L_num > L_denum/
//@ bug-note: an equal remainder is not subtracted
//@ bug-kind: assertion
//@ bound: 15 steps, by the library
#include "harness.h"

short gsm_div(short num, short denum);

int main(void)
{
    short num = __VERIFIER_nondet_short(), denum = __VERIFIER_nondet_short();
    __VERIFIER_assume(0 <= num && num < denum);
    long q = gsm_div(num, denum);
    assert(q * denum <= num * 32768L && num * 32768L < (q + 1) * denum);
    return 0;
}
