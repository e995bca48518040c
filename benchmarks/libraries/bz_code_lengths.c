//@ library: bzip2
//@ asks: lengths of codes for three frequencies: complete, bounded, and shorter for the more frequent
//@ files: huffman.c
//@ flags: -I$SRC
//@ bug: huffman.c: s/if (weight[tmp] < weight[heap[yy]]) break;/if (weight[tmp] > weight[heap[yy]]) break;/
//@ bug-note: a node goes down where it should stay
//@ bug-kind: assertion
//@ bound: 3 symbols
#include "harness.h"
#include "bzlib_private.h"

void BZ2_bz__AssertH__fail(int code)
{
    assert(!code);
}

int main(void)
{
    UChar length[3];
    Int32 freq[3];
    for (int i = 0; i < 3; i++) {
        freq[i] = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(freq[i] > 0);
    }
    BZ2_hbMakeCodeLengths(length, freq, 3, 17);
    assert(length[0] + length[1] + length[2] == 5);
    for (int i = 0; i < 3; i++) {
        assert(1 <= length[i] && length[i] <= 2);
        for (int k = 0; k < 3; k++)
            if (freq[i] > freq[k])
                assert(length[i] <= length[k]);
    }
    return 0;
}
