//@ library: libgsm
//@ asks: the count of shifts that normalises a number of 32 bits does so
//@ files: src/add.c
//@ flags: -I$SRC/inc -DSASR
//@ bug: src/add.c: s/:   7 + bitoff/:   8 + bitoff/
//@ bug-note: the count for the second byte is one too large
//@ bug-kind: assertion
//@ bound: none
#include "harness.h"

short gsm_norm(long a);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    __VERIFIER_assume(a != 0);
    short n = gsm_norm(a);
    assert(0 <= n && n <= 31);
    long shifted = (long)a * (1L << n);
    assert(a > 0 ? 1073741824 <= shifted && shifted <= 2147483647 : -2147483648 <= shifted && shifted <= -1073741824);
    return 0;
}
