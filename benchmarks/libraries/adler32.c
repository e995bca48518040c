//@ library: zlib
//@ asks: a checksum of up to three bytes, from any state, is the one of the definition
//@ files: adler32.c
//@ flags: -I$SRC
//@ bug: adler32.c: s/        if (adler >= BASE)/        if (adler > BASE)/2
//@ bug-note: a sum that is the modulus itself is kept
//@ bug-kind: assertion
//@ bound: 3 bytes
#include "harness.h"
#include "zlib.h"

int main(void)
{
    unsigned char bytes[3];
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a < 65521 && b < 65521 && n <= 3);
    ARBITRARY(bytes, 3);
    unsigned long sum = adler32((unsigned long)b << 16 | a, bytes, n);
    for (unsigned i = 0; i < n; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    assert(sum == ((unsigned long)b << 16 | a));
    return 0;
}
