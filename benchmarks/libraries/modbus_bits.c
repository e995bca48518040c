//@ library: libmodbus
//@ asks: bits of a byte that are set one by one are read back
//@ files: src/modbus-data.c
//@ flags: -I$SRC/src -I$HERE/configured
//@ bug: src/modbus-data.c: s/i < nb_bits/i <= nb_bits/
//@ bug-note: one bit too many is read
//@ bug-kind: out-of-bounds
//@ bound: none
#include "harness.h"
#include "modbus.h"

int main(void)
{
    uint8_t bits[8], value = __VERIFIER_nondet_uchar();
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 8);
    modbus_set_bits_from_byte(bits, 0, value);
    assert(modbus_get_byte_from_bits(bits, 0, n) == (value & ((1 << n) - 1)));
    return 0;
}
