//@ library: zlib
//@ asks: a checksum by table is the one computed bit by bit
//@ files: crc32.c
//@ flags: -I$SRC
//@ bug: crc32.h: s/0x2d02ef8d/0x2d02ef8c/1
//@ bug-note: a bit of the table is wrong
//@ bug-kind: assertion
//@ bound: one byte, any state
#include "harness.h"
#include "zlib.h"

int main(void)
{
    unsigned char byte = __VERIFIER_nondet_uchar();
    unsigned crc = __VERIFIER_nondet_uint();
    unsigned long sum = crc32(crc, &byte, 1);
    unsigned slow = ~crc ^ byte;
    for (int i = 0; i < 8; i++)
        slow = slow & 1 ? slow >> 1 ^ 0xedb88320 : slow >> 1;
    assert(sum == (~slow & 0xffffffff));
    return 0;
}
