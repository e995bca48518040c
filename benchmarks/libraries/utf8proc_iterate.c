//@ library: utf8proc
//@ asks: any bytes: nothing is read beyond them, and a result is a valid code point
//@ files: utf8proc.c
//@ flags: -I$SRC -DUTF8PROC_STATIC
//@ bug: utf8proc.c: s/(str + 1 >= end)/(str + 1 > end)/
//@ bug-note: a sequence of three bytes may lack its last
//@ bug-kind: out-of-bounds
//@ bound: texts of 1 to 4 bytes
#include "harness.h"
#include "utf8proc.h"

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(1 <= n && n <= 4);
    utf8proc_uint8_t *text = malloc(n);
    ARBITRARY(text, n);
    utf8proc_int32_t c;
    utf8proc_ssize_t used = utf8proc_iterate(text, n, &c);
    assert(used < 0 ? c == -1 : 1 <= used && (size_t)used <= n && utf8proc_codepoint_valid(c));
    free(text);
    return 0;
}
