//@ library: utf8proc
//@ asks: the property of any number is found within the tables
//@ files: utf8proc.c
//@ flags: -I$SRC -DUTF8PROC_STATIC
//@ bug: utf8proc.c: s/uc < 0 || uc >= 0x110000 ?/uc < 0 || uc > 0x110000 ?/
//@ bug-note: one number behind the last code point is looked up
//@ bug-kind: out-of-bounds
//@ bound: none
#include "harness.h"
#include "utf8proc.h"

int main(void)
{
    const utf8proc_property_t *p = utf8proc_get_property(__VERIFIER_nondet_int());
    assert(p->charwidth <= 2);
    return 0;
}
