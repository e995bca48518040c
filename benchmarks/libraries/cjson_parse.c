//@ library: cjson
//@ asks: any bytes are parsed: no fault, and what comes out has a type
//@ files: cJSON.c
//@ flags: -I$SRC
//@ bug: cJSON.c: s/(((buffer)->offset + index) < (buffer)->length))/(((buffer)->offset + index) <= (buffer)->length))/
//@ bug-note: one byte behind the text is read
//@ bug-kind: out-of-bounds
//@ bound: texts of up to 3 bytes
#include "harness.h"
#include "cJSON.h"

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(1 <= n && n <= 3);
    char *text = malloc(n);
    ARBITRARY(text, n);
    cJSON *json = cJSON_ParseWithLength(text, n);
    if (json) {
        assert(cJSON_IsNumber(json) || cJSON_IsString(json) || cJSON_IsArray(json) || cJSON_IsObject(json));
        cJSON_Delete(json);
    }
    free(text);
    return 0;
}
