//@ library: uthash
//@ asks: two items are added under different keys, one is deleted: the other is found
//@ flags: -I$SRC/src
//@ bug: src/uthash.h: s/    (head) = NULL; /    (void)0;       /1
//@ bug-note: the table is freed, and the head still leads to it
//@ bug-kind: assertion
//@ bound: 2 items
#include "harness.h"
#include "uthash.h"

struct item {
    int key;
    UT_hash_handle hh;
};

int main(void)
{
    struct item a, b, *table = NULL, *found;
    a.key = __VERIFIER_nondet_int();
    b.key = __VERIFIER_nondet_int();
    __VERIFIER_assume(a.key != b.key);
    HASH_ADD_INT(table, key, &a);
    HASH_ADD_INT(table, key, &b);
    assert(HASH_COUNT(table) == 2);
    HASH_FIND_INT(table, &a.key, found);
    assert(found == &a);
    HASH_DEL(table, &a);
    assert(HASH_COUNT(table) == 1);
    HASH_FIND_INT(table, &a.key, found);
    assert(found == NULL);
    HASH_FIND_INT(table, &b.key, found);
    assert(found == &b);
    HASH_DEL(table, &b);
    assert(table == NULL);
    return 0;
}
