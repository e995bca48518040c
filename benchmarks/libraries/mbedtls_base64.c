//@ library: mbedtls
//@ asks: bytes that are encoded in base 64 are decoded again, and the lengths are right
//@ files: library/base64.c library/constant_time.c
//@ flags: -I$SRC/include -I$SRC/library
//@ bug: library/base64.c: s/if ((i + 1) < slen) {/if ((i + 2) < slen) {/
//@ bug-note: the last of two bytes is lost
//@ bug-kind: assertion
//@ bound: up to 2 bytes
#include "harness.h"
#include "mbedtls/base64.h"

int main(void)
{
    unsigned char plain[2], code[5], back[3];
    size_t n = __VERIFIER_nondet_ulong(), length;
    __VERIFIER_assume(1 <= n && n <= 2);
    ARBITRARY(plain, 2);
    assert(mbedtls_base64_encode(code, sizeof code, &length, plain, n) == 0 && length == 4 && code[4] == 0);
    assert(mbedtls_base64_decode(back, sizeof back, &length, code, 4) == 0);
    assert(length == n && memcmp(plain, back, n) == 0);
    return 0;
}
