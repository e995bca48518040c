//@ library: zlib
//@ asks: a table for decoding is built from any lengths of codes: it stays in its room
//@ files: inftrees.c
//@ flags: -I$SRC
//@ bug: inftrees.c: s/if (left < 0) return -1;/if (left < -1) return -1;/
//@ bug-note: a set with one code too many is taken
//@ bug-kind: signed-overflow out-of-bounds assertion
//@ bound: 4 codes of up to 3 bits, a table of 8 entries
#include "harness.h"
#include "zutil.h"
#include "inftrees.h"

int main(void)
{
    unsigned short lens[4], work[4];
    code room[8], *table = room;
    unsigned bits = 3;
    for (int i = 0; i < 4; i++) {
        lens[i] = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(lens[i] <= 3);
    }
    int result = inflate_table(CODES, lens, 4, &table, &bits, work);
    if (result == 0) {
        unsigned sum = 0;
        for (int i = 0; i < 4; i++)
            sum += lens[i] ? 8 >> lens[i] : 0;
        assert(sum == 8 || sum == 0);
        assert(1 <= bits && bits <= 3 && table <= room + 8);
    }
    return 0;
}
