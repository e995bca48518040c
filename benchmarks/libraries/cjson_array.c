//@ library: cjson
//@ asks: items are added to an array, one is detached: the others stay in their order, nothing is lost
//@ files: cJSON.c
//@ flags: -I$SRC
//@ checks: +leak
//@ bug: cJSON.c: s/parent->child->prev = item->prev;/parent->child->prev = item;/
//@ bug-note: the array keeps a pointer to the detached last item
//@ bug-kind: dangling
//@ bound: 3 items
#include "harness.h"
#include "cJSON.h"

int main(void)
{
    int which = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= which && which < 3);
    cJSON *array = cJSON_CreateArray();
    for (int i = 0; i < 3; i++)
        cJSON_AddItemToArray(array, cJSON_CreateNumber(i));
    cJSON_DeleteItemFromArray(array, which);
    assert(cJSON_GetArraySize(array) == 2);
    cJSON_AddItemToArray(array, cJSON_CreateNumber(3));
    assert(cJSON_GetArraySize(array) == 3);
    assert(cJSON_GetArrayItem(array, 0)->valueint == (which == 0));
    assert(cJSON_GetArrayItem(array, 2)->valueint == 3);
    cJSON_Delete(array);
    return 0;
}
