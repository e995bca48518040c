//@ library: liblzf
//@ asks: any bytes are decompressed: nothing is written or read outside
//@ files: lzf_d.c
//@ flags: -I$SRC
//@ bug: lzf_d.c: s/ref < (u8 *)out_data/op < (u8 *)out_data/
//@ bug-note: a reference may lead before the output
//@ bug-kind: out-of-bounds
//@ bound: 5 bytes in, 6 bytes out
#include "harness.h"
#include "lzf.h"

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(1 <= n && n <= 5);
    unsigned char *in = malloc(n), out[6];
    ARBITRARY(in, n);
    assert(lzf_decompress(in, n, out, sizeof out) <= sizeof out);
    free(in);
    return 0;
}
