//@ library: cjson
//@ asks: an object with a text is built and deleted: nothing is lost
//@ files: cJSON.c
//@ flags: -I$SRC
//@ checks: +leak
//@ bug: cJSON.c: s/global_hooks.deallocate(item->valuestring);/item->valuestring = NULL;/
//@ bug-note: the text of an item is not freed
//@ bug-kind: leak
//@ bound: 2 items, a text of 2 bytes
#include "harness.h"
#include "cJSON.h"

int main(void)
{
    char text[3];
    ARBITRARY(text, 2);
    text[2] = 0;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToObject(object, "a", cJSON_CreateString(text));
    cJSON_AddItemToObject(object, "b", cJSON_CreateBool(__VERIFIER_nondet_int()));
    assert(strcmp(cJSON_GetObjectItem(object, "A")->valuestring, text) == 0);
    assert(cJSON_IsBool(cJSON_GetObjectItem(object, "b")));
    cJSON_Delete(object);
    return 0;
}
