//@ library: libmodbus
//@ asks: bits that are set from a table of bytes are those of the table, and no others change
//@ files: src/modbus-data.c
//@ flags: -I$SRC/src -I$HERE/configured
//@ bug: src/modbus-data.c: s#tab_byte[(i - idx)#tab_byte[(i)#
//@ bug-note: the table is read from the offset of the bits
//@ bug-kind: assertion out-of-bounds
//@ bound: 20 bits, 2 bytes
#include "harness.h"
#include "modbus.h"

int main(void)
{
    uint8_t bits[20], table[2];
    unsigned from = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(from <= 4 && n <= 16 && k < 20);
    memset(bits, 7, sizeof bits);
    ARBITRARY(table, 2);
    modbus_set_bits_from_bytes(bits, from, n, table);
    if (from <= k && k < from + n)
        assert(bits[k] == (table[(k - from) / 8] >> (k - from) % 8 & 1));
    else
        assert(bits[k] == 7);
    return 0;
}
