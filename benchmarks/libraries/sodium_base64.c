//@ library: libsodium
//@ asks: any text is decoded from base 64: within the room
//@ files: src/libsodium/sodium/codecs.c
//@ flags: -I$SRC/src/libsodium/include/sodium -I$SRC/src/libsodium/include -I$HERE/configured
//@ bug: src/libsodium/sodium/codecs.c: s/if (bin_pos >= bin_maxlen) {/if (bin_pos > bin_maxlen) {/2
//@ bug-note: one byte too many is written
//@ bug-kind: out-of-bounds assertion
//@ bound: texts of 4 bytes, room for 2
#include "harness.h"
#include "core.h"
#include "utils.h"

void sodium_misuse(void)
{
    assert(!"misuse");
}

int main(void)
{
    char text[4];
    unsigned char bytes[2];
    size_t n;
    const char *end;
    ARBITRARY(text, 4);
    int result = sodium_base642bin(bytes, sizeof bytes, text, 4, NULL, &n, &end, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    assert(n <= 2 && text <= end && end <= text + 4);
    assert(result == 0 || n == 0);
    return 0;
}
