//@ library: http-parser
//@ asks: any bytes as an address: fields that are found lie in it
//@ files: http_parser.c
//@ flags: -I$SRC
//@ bug: http_parser.c: s/u->field_data[uf].len = 1;/u->field_data[uf].len = 2;/
//@ bug-note: a field starts with a length of two
//@ bug-kind: assertion
//@ bound: texts of 4 bytes
#include "harness.h"
#include "http_parser.h"

int main(void)
{
    char text[4];
    struct http_parser_url url;
    ARBITRARY(text, 4);
    http_parser_url_init(&url);
    if (http_parser_parse_url(text, sizeof text, 0, &url) == 0)
        for (int i = 0; i < UF_MAX; i++)
            if (url.field_set & (1 << i))
                assert(url.field_data[i].off + url.field_data[i].len <= 4);
    return 0;
}
