//@ library: musl
//@ asks: bytes are found in others where a slow search finds them
//@ flags: -I$SRC
//@ bug: src/string/memmem.c: s/hw = (hw|*h++)<<8)/hw = (hw|*h++))/
//@ bug-note: the window of three bytes is not shifted
//@ bug-kind: assertion
//@ bound: 5 bytes, up to 3 looked for
#include "harness.h"
#define memmem musl_memmem
#include "src/string/memmem.c"

static void *slowly(const unsigned char *h, size_t k, const unsigned char *n, size_t l)
{
    for (size_t i = 0; i + l <= k; i++)
        if (memcmp(h + i, n, l) == 0)
            return (void *)(h + i);
    return NULL;
}

int main(void)
{
    unsigned char text[5], part[3];
    size_t k = __VERIFIER_nondet_ulong(), l = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(k <= 5 && l <= 3);
    ARBITRARY(text, 5);
    ARBITRARY(part, 3);
    assert(musl_memmem(text, k, part, l) == slowly(text, k, part, l));
    return 0;
}
