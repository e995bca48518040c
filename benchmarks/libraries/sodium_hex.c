//@ library: libsodium
//@ asks: bytes written as hexadecimal digits are read back
//@ files: src/libsodium/sodium/codecs.c
//@ flags: -I$SRC/src/libsodium/include/sodium -I$SRC/src/libsodium/include -I$HERE/configured
//@ bug: src/libsodium/sodium/codecs.c: s/c_acc = c_val * 16U/c_acc = c_val * 15U/
//@ bug-note: the weight of a digit is wrong
//@ bug-kind: assertion
//@ bound: 2 bytes
#include "harness.h"
#include "core.h"
#include "utils.h"

void sodium_misuse(void)
{
    assert(!"misuse");
}

int main(void)
{
    unsigned char bytes[2], back[2];
    char text[5];
    size_t n;
    ARBITRARY(bytes, 2);
    assert(sodium_bin2hex(text, sizeof text, bytes, 2) == text && strlen(text) == 4);
    assert(sodium_hex2bin(back, sizeof back, text, 4, NULL, &n, NULL) == 0);
    assert(n == 2 && back[0] == bytes[0] && back[1] == bytes[1]);
    return 0;
}
