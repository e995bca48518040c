//@ library: jansson
//@ asks: a code point that is encoded passes the check and is read back; surrogates do not
//@ files: src/utf.c
//@ flags: -I$SRC/src -DHAVE_STDINT_H
//@ bug: src/utf.c: s/codepoint & 0x0FC0) >> 6/codepoint & 0x0FC0) >> 5/
//@ bug-note: the second byte of three is shifted wrong
//@ bug-kind: assertion
//@ bound: none
#include "harness.h"
#include "utf.h"

int main(void)
{
    int32_t c = __VERIFIER_nondet_int(), back;
    char bytes[4];
    size_t n;
    if (utf8_encode(c, bytes, &n) == 0) {
        assert(1 <= n && n <= 4);
        const char *end = utf8_iterate(bytes, n, &back);
        if (0xD800 <= c && c <= 0xDFFF)
            assert(end == NULL);
        else
            assert(end == bytes + n && back == c);
    } else
        assert(c < 0 || c > 0x10FFFF);
    return 0;
}
