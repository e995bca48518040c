//@ library: libb64
//@ asks: bytes that are encoded are decoded again
//@ files: src/cencode.c src/cdecode.c
//@ flags: -I$SRC/include
//@ bug: src/cencode.c: s/(fragment & 0x00f) << 2/(fragment & 0x007) << 2/
//@ bug-note: a bit is lost
//@ bug-kind: assertion
//@ bound: 3 bytes
#include "harness.h"
#include "b64/cdecode.h"
#include "b64/cencode.h"

int main(void)
{
    char plain[3], code[8], back[8] = {0};
    base64_encodestate e;
    base64_decodestate d;
    ARBITRARY(plain, 3);
    base64_init_encodestate(&e);
    int n = base64_encode_block(plain, 3, code, &e);
    n += base64_encode_blockend(code + n, &e);
    assert(n <= 6);
    base64_init_decodestate(&d);
    assert(base64_decode_block(code, n, back, &d) == 3);
    assert(memcmp(plain, back, 3) == 0);
    return 0;
}
