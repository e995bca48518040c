//@ library: libmodbus
//@ asks: four bytes make a float; the library shifts a byte into the sign of an int
//@ files: src/modbus-data.c
//@ flags: -I$SRC/src -I$HERE/configured
//@ fix: src/modbus-data.c: s/i = (a << 24) |/i = ((uint32_t)a << 24) |/
//@ bug-note: the library as it is
//@ bug-kind: signed-overflow
//@ bound: none
#include "harness.h"
#include "modbus.h"

int main(void)
{
    uint16_t words[2] = {__VERIFIER_nondet_ushort(), __VERIFIER_nondet_ushort()};
    float f = modbus_get_float_abcd(words);
    uint32_t bits;
    memcpy(&bits, &f, 4);
    assert(bits == ((uint32_t)words[0] << 16 | words[1]));
    return 0;
}
