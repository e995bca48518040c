//@ library: nanopb
//@ asks: any bytes as a number of variable length: no fault, and at most ten are read
//@ files: pb_decode.c pb_common.c
//@ flags: -I$SRC
//@ bug: pb_decode.c: s/if (bitpos >= 63 && /if (bitpos > 63 && /
//@ bug-note: the overflow is noticed one byte late
//@ bug-kind: shift-out-of-range assertion
//@ bound: 12 bytes
#include "harness.h"
#include "pb_decode.h"

int main(void)
{
    pb_byte_t bytes[12];
    uint64_t value;
    ARBITRARY(bytes, 12);
    pb_istream_t in = pb_istream_from_buffer(bytes, 12);
    if (pb_decode_varint(&in, &value))
        assert(in.bytes_left >= 2);
    return 0;
}
