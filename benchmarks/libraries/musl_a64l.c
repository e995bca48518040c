//@ library: musl
//@ asks: a number of 32 bits written in base 64 is read back
//@ flags: -I$SRC
//@ bug: src/misc/a64l.c: s/e<36 && *s; e+=6/e<30 && *s; e+=6/
//@ bug-note: the sixth digit is not read
//@ bug-kind: assertion
//@ bound: 6 digits, by the format
#include "harness.h"
#define a64l musl_a64l
#define l64a musl_l64a
#include "src/misc/a64l.c"

int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(musl_a64l(musl_l64a(n)) == n);
    return 0;
}
