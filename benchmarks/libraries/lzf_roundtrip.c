//@ library: liblzf
//@ asks: bytes that are compressed are decompressed again
//@ files: lzf_c.c lzf_d.c
//@ flags: -I$SRC -DHLOG=4 -DINIT_HTAB=1 -DSTRICT_ALIGN=1
//@ bug: lzf_c.c: s/*op++ = off;/*op++ = off + 1;/
//@ bug-note: the distance of a reference is one too large
//@ bug-kind: assertion
//@ bound: 6 bytes
#include "harness.h"
#include "lzf.h"

int main(void)
{
    unsigned char plain[6], packed[16], back[6];
    ARBITRARY(plain, 6);
    unsigned n = lzf_compress(plain, 6, packed, sizeof packed);
    assert(n > 0 && n <= sizeof packed);
    assert(lzf_decompress(packed, n, back, 6) == 6);
    assert(memcmp(plain, back, 6) == 0);
    return 0;
}
