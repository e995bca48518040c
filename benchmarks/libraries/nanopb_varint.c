//@ library: nanopb
//@ asks: a number of 64 bits that is encoded with a variable length is read back
//@ files: pb_encode.c pb_decode.c pb_common.c
//@ flags: -I$SRC
//@ bug: pb_decode.c: s/(byte & 0xFE) != 0)/(byte & 0xFF) != 0)/
//@ bug-note: the highest bit is refused
//@ bug-kind: assertion
//@ bound: 10 bytes, by the format
#include "harness.h"
#include "pb_decode.h"
#include "pb_encode.h"

int main(void)
{
    pb_byte_t bytes[10];
    uint64_t value = __VERIFIER_nondet_ulong(), back;
    pb_ostream_t out = pb_ostream_from_buffer(bytes, sizeof bytes);
    assert(pb_encode_varint(&out, value));
    pb_istream_t in = pb_istream_from_buffer(bytes, out.bytes_written);
    assert(pb_decode_varint(&in, &back));
    assert(back == value && in.bytes_left == 0);
    return 0;
}
