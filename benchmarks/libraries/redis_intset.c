//@ library: redis
//@ asks: a set of integers that widens: what was added is found, and the order is kept
//@ files: src/intset.c src/endianconv.c
//@ flags: -I$SRC/src -I$HERE/configured
//@ bug: src/intset.c: s/v < INT16_MIN || v > INT16_MAX)/v < INT16_MIN || v > UINT16_MAX)/
//@ bug-note: a number of 16 bits without sign counts as one with
//@ bug-kind: assertion
//@ bound: 2 numbers
#include "harness.h"
#include "intset.h"

void *zmalloc(size_t n)
{
    return malloc(n);
}

void *zrealloc(void *p, size_t n)
{
    return realloc(p, n);
}

void zfree(void *p)
{
    free(p);
}

void _serverAssert(const char *text, const char *file, int line)
{
    assert(!"asserted by the library");
}

int main(void)
{
    int64_t a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long(), first, second;
    uint8_t added;
    intset *set = intsetNew();
    set = intsetAdd(set, a, &added);
    assert(added);
    set = intsetAdd(set, b, &added);
    assert(added == (a != b));
    assert(intsetFind(set, a) && intsetFind(set, b));
    assert(intsetLen(set) == (a == b ? 1 : 2));
    if (a != b) {
        intsetGet(set, 0, &first);
        intsetGet(set, 1, &second);
        assert(first < second);
    }
    zfree(set);
    return 0;
}
