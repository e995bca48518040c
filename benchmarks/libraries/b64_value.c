//@ library: libb64
//@ asks: any character is looked up in the table; the library reads one byte behind it for {
//@ files: src/cdecode.c
//@ flags: -I$SRC/include
//@ fix: src/cdecode.c: s/value_in > decoding_size/value_in >= decoding_size/
//@ bug-note: the library as it is
//@ bug-kind: out-of-bounds
//@ bound: none
#include "harness.h"
#include "b64/cdecode.h"

int main(void)
{
    int value = base64_decode_value(__VERIFIER_nondet_char());
    assert(-2 <= value && value <= 63);
    return 0;
}
