//@ library: jsmn
//@ asks: a text that is parsed has as many tokens as are counted without an array
//@ flags: -I$SRC
//@ bug: jsmn.h: s/int count = parser->toknext;/int count = parser->toknext + (tokens == NULL);/
//@ bug-note: the count without an array starts at one
//@ bug-kind: assertion
//@ bound: texts of 3 bytes
#include "harness.h"
#include "jsmn.h"

int main(void)
{
    char text[3];
    jsmntok_t tokens[3];
    jsmn_parser parser;
    ARBITRARY(text, 3);
    jsmn_init(&parser);
    int n = jsmn_parse(&parser, text, sizeof text, tokens, 3);
    jsmn_init(&parser);
    int counted = jsmn_parse(&parser, text, sizeof text, NULL, 0);
    if (n >= 0)
        assert(n == counted);
    return 0;
}
