//@ library: tinycdb
//@ asks: a number of 32 bits that is packed is unpacked again
//@ files: cdb_make.c cdb_make_add.c cdb_hash.c cdb_unpack.c
//@ flags: -I$SRC
//@ bug: cdb_unpack.c: s/n |= buf[1]/n += buf[1] << 8/
//@ bug-note: a byte is shifted twice
//@ bug-kind: assertion
//@ bound: none
#include "harness.h"
#include "cdb.h"

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned char bytes[4];
    cdb_pack(n, bytes);
    assert(cdb_unpack(bytes) == n);
    return 0;
}
