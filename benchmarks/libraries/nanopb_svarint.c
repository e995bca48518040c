//@ library: nanopb
//@ asks: a signed number that is encoded in zigzag is read back
//@ files: pb_encode.c pb_decode.c pb_common.c
//@ flags: -I$SRC
//@ bug: pb_decode.c: s/*dest = (pb_int64_t)(~(value >> 1))/*dest = -(pb_int64_t)(value >> 1)/
//@ bug-note: negative numbers are off by one
//@ bug-kind: assertion
//@ bound: 10 bytes, by the format
#include "harness.h"
#include "pb_decode.h"
#include "pb_encode.h"

int main(void)
{
    pb_byte_t bytes[10];
    int64_t value = __VERIFIER_nondet_long(), back;
    pb_ostream_t out = pb_ostream_from_buffer(bytes, sizeof bytes);
    assert(pb_encode_svarint(&out, value));
    pb_istream_t in = pb_istream_from_buffer(bytes, out.bytes_written);
    assert(pb_decode_svarint(&in, &back));
    assert(back == value);
    return 0;
}
