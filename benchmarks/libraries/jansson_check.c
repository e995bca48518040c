//@ library: jansson
//@ asks: any bytes are checked: none is read behind them, and a valid text has no byte FF
//@ files: src/utf.c
//@ flags: -I$SRC/src -DHAVE_STDINT_H
//@ bug: src/utf.c: s/if (count > length - i)/if (count > length)/
//@ bug-note: the rest of the text is not considered
//@ bug-kind: out-of-bounds
//@ bound: texts of up to 4 bytes
#include "harness.h"
#include "utf.h"

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong(), k = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(n <= 4 && k < n);
    char *text = malloc(n);
    ARBITRARY(text, n);
    if (utf8_check_string(text, n))
        assert((unsigned char)text[k] != 0xff);
    free(text);
    return 0;
}
