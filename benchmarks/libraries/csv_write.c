//@ library: libcsv
//@ asks: a field is written with quotes into any room: within it, and the length is what would be needed
//@ files: libcsv.c
//@ flags: -I$SRC
//@ bug: libcsv.c: s/if (dest_size > chars)/if (dest_size >= chars)/6
//@ bug-note: a quote is written behind the room
//@ bug-kind: out-of-bounds
//@ bound: fields of up to 3 bytes, room of up to 8
#include "harness.h"
#include "csv.h"

int main(void)
{
    unsigned char field[3];
    size_t n = __VERIFIER_nondet_ulong(), room = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(n <= 3 && room <= 8);
    ARBITRARY(field, 3);
    unsigned char *out = malloc(room);
    size_t needed = 2;
    for (size_t i = 0; i < n; i++)
        needed += field[i] == '"' ? 2 : 1;
    assert(csv_write2(out, room, field, n, '"') == needed);
    if (needed <= room)
        assert(out[0] == '"' && out[needed - 1] == '"');
    free(out);
    return 0;
}
