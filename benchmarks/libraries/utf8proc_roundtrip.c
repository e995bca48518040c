//@ library: utf8proc
//@ asks: a valid code point that is encoded is read back
//@ files: utf8proc.c
//@ flags: -I$SRC -DUTF8PROC_STATIC
//@ bug: utf8proc.c: s/} else if (uc < 0x800) {/} else if (uc <= 0x800) {/1
//@ bug-note: the first code point of three bytes gets two
//@ bug-kind: assertion
//@ bound: none
#include "harness.h"
#include "utf8proc.h"

int main(void)
{
    utf8proc_int32_t c = __VERIFIER_nondet_int(), back;
    utf8proc_uint8_t bytes[4];
    __VERIFIER_assume(utf8proc_codepoint_valid(c));
    utf8proc_ssize_t n = utf8proc_encode_char(c, bytes);
    assert(1 <= n && n <= 4);
    assert(utf8proc_iterate(bytes, n, &back) == n);
    assert(back == c);
    return 0;
}
