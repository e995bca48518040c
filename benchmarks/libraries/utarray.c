//@ library: uthash
//@ asks: numbers are pushed, one is inserted and one erased: the array has the right ones
//@ flags: -I$SRC/src
//@ bug: src/utarray.h: s/memmove( _utarray_eltptr(a,(j)+1), _utarray_eltptr(a,j), /memcpy( _utarray_eltptr(a,(j)+1), _utarray_eltptr(a,j), /
//@ bug-note: elements are copied onto themselves
//@ bug-kind: overlap
//@ bound: 3 numbers
#include "harness.h"
#include "utarray.h"

int main(void)
{
    UT_array *a;
    int n[3], extra = __VERIFIER_nondet_int();
    unsigned at = __VERIFIER_nondet_uint(), gone = __VERIFIER_nondet_uint();
    __VERIFIER_assume(at <= 3 && gone <= 3);
    utarray_new(a, &ut_int_icd);
    for (int i = 0; i < 3; i++) {
        n[i] = __VERIFIER_nondet_int();
        utarray_push_back(a, &n[i]);
    }
    utarray_insert(a, &extra, at);
    assert(utarray_len(a) == 4 && *(int *)utarray_eltptr(a, at) == extra);
    utarray_erase(a, at, 1);
    assert(utarray_len(a) == 3);
    for (unsigned i = 0; i < 3; i++)
        assert(*(int *)utarray_eltptr(a, i) == n[i]);
    utarray_erase(a, 0, gone);
    assert(utarray_len(a) == 3 - gone);
    utarray_free(a);
    return 0;
}
