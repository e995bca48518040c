//@ library: libb64
//@ asks: what is encoded from n bytes fits into 4 (n + 2) / 3 characters and an end of line
//@ files: src/cencode.c
//@ flags: -I$SRC/include
//@ bug: src/cencode.c: s#stepcount == CHARS_PER_LINE/4#stepcount == 1#
//@ bug-note: a line has four characters only
//@ bug-kind: out-of-bounds assertion
//@ bound: 6 bytes
#include "harness.h"
#include "b64/cencode.h"

int main(void)
{
    char plain[6];
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= 6);
    ARBITRARY(plain, 6);
    char *code = malloc((n + 2) / 3 * 4 + 1);
    base64_encodestate e;
    base64_init_encodestate(&e);
    int used = base64_encode_block(plain, n, code, &e);
    used += base64_encode_blockend(code + used, &e);
    assert(used == (n + 2) / 3 * 4 + 1 && code[used - 1] == '\n');
    free(code);
    return 0;
}
