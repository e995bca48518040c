//@ library: jsmn
//@ asks: any text is parsed: tokens stay in their array, and lie in the text
//@ flags: -I$SRC
//@ bug: jsmn.h: s/parser->toknext >= num_tokens/parser->toknext > num_tokens/
//@ bug-note: one token too many is given out
//@ bug-kind: out-of-bounds
//@ bound: texts of 4 bytes, 2 tokens
#include "harness.h"
#include "jsmn.h"

int main(void)
{
    char text[4];
    jsmntok_t tokens[2];
    jsmn_parser parser;
    ARBITRARY(text, 4);
    jsmn_init(&parser);
    int n = jsmn_parse(&parser, text, sizeof text, tokens, 2);
    assert(n >= -3 && n <= 2);
    for (int i = 0; i < n; i++)
        assert(0 <= tokens[i].start && tokens[i].start <= tokens[i].end && tokens[i].end <= 4);
    return 0;
}
