//@ library: mbedtls
//@ asks: the length of any element: no byte is read behind the end, and the element lies before it
//@ files: library/asn1parse.c
//@ flags: -I$SRC/include -I$SRC/library
//@ bug: library/asn1parse.c: s/if ((end - *p) < 3) {/if ((end - *p) < 2) {/
//@ bug-note: the second byte of a length is not asked for
//@ bug-kind: out-of-bounds
//@ bound: 1 to 6 bytes
#include "harness.h"
#include "mbedtls/asn1.h"
#include "mbedtls/platform_util.h"

void mbedtls_platform_zeroize(void *p, size_t n)
{
    memset(p, 0, n);
}

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong(), length;
    __VERIFIER_assume(1 <= n && n <= 6);
    unsigned char *bytes = malloc(n), *p = bytes;
    ARBITRARY(bytes, n);
    if (mbedtls_asn1_get_len(&p, bytes + n, &length) == 0)
        assert(bytes < p && length <= (size_t)(bytes + n - p));
    free(bytes);
    return 0;
}
