//@ library: bzip2
//@ asks: codes of a complete set of lengths are no starts of one another
//@ files: huffman.c
//@ flags: -I$SRC
//@ bug: huffman.c: s/for (n = minLen; n <= maxLen; n++) {/for (n = minLen; n <= maxLen; n++, vec >>= 1) {/
//@ bug-note: codes do not get longer
//@ bug-kind: assertion
//@ bound: 3 codes of up to 3 bits
#include "harness.h"
#include "bzlib_private.h"

void BZ2_bz__AssertH__fail(int code)
{
    assert(!code);
}

int main(void)
{
    UChar length[3];
    Int32 code[3];
    unsigned sum = 0;
    for (int i = 0; i < 3; i++) {
        length[i] = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(1 <= length[i] && length[i] <= 3);
        sum += 8 >> length[i];
    }
    __VERIFIER_assume(sum <= 8);
    BZ2_hbAssignCodes(code, length, 1, 3, 3);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (i != k && length[i] <= length[k])
                assert(code[k] >> (length[k] - length[i]) != code[i]);
    return 0;
}
