//@ library: libgsm
//@ asks: a sum and a difference of 16 bits saturate
//@ files: src/add.c
//@ flags: -I$SRC/inc -DSASR
//@ bug: inc/private.h: s/MAX_WORD	  32767/MAX_WORD	  32768/
//@ bug-note: the largest word is one too large
//@ bug-kind: assertion
//@ bound: none
#include "harness.h"

short gsm_add(short a, short b);
short gsm_sub(short a, short b);

static int saturated(int n)
{
    return n > 32767 ? 32767 : n < -32768 ? -32768 : n;
}

int main(void)
{
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    assert(gsm_add(a, b) == saturated(a + b));
    assert(gsm_sub(a, b) == saturated(a - b));
    return 0;
}
