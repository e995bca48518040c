//@ library: nanopb
//@ asks: a number of four bytes is read from any stream: in its bounds or refused
//@ files: pb_decode.c pb_common.c
//@ flags: -I$SRC
//@ bug: pb_decode.c: s/if (stream->bytes_left < count)/if (stream->bytes_left + 1 < count)/1
//@ bug-note: one byte too many may be read
//@ bug-kind: out-of-bounds
//@ bound: 8 bytes
#include "harness.h"
#include "pb_decode.h"

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(1 <= n && n <= 8);
    pb_byte_t *bytes = malloc(n);
    ARBITRARY(bytes, n);
    pb_istream_t in = pb_istream_from_buffer(bytes, n);
    uint32_t value;
    if (pb_decode_fixed32(&in, &value))
        assert(n >= 4 && value == ((uint32_t)bytes[3] << 24 | bytes[2] << 16 | bytes[1] << 8 | bytes[0]));
    else
        assert(n < 4);
    free(bytes);
    return 0;
}
