//@ library: cjson
//@ asks: a text is minified in place: within its room, and no longer than before
//@ files: cJSON.c
//@ flags: -I$SRC
//@ bug: cJSON.c: s#static_strlen("/*")#3#
//@ bug-note: the start of a comment is taken to be three characters
//@ bug-kind: out-of-bounds
//@ bound: texts of up to 4 bytes
#include "harness.h"
#include "cJSON.h"

int main(void)
{
    char *text = malloc(5);
    ARBITRARY(text, 4);
    text[4] = 0;
    size_t n = strlen(text);
    cJSON_Minify(text);
    assert(strlen(text) <= n);
    free(text);
    return 0;
}
