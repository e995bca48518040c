//@ library: libcsv
//@ asks: any bytes are parsed: fields are not longer than the text, with an end if that is asked for
//@ files: libcsv.c
//@ flags: -I$SRC
//@ bug: libcsv.c: s/((p->options & CSV_APPEND_NULL) ? p->entry_size - 1/((p->options & CSV_STRICT) ? p->entry_size - 1/
//@ bug-note: no room is kept for the end of a field
//@ bug-kind: out-of-bounds
//@ bound: texts of 3 bytes, a buffer that grows by 2
#include "harness.h"
#include "csv.h"

static size_t fields;

static void field(void *text, size_t n, void *data)
{
    assert(n <= 3 && ((char *)text)[n] == 0);
    fields++;
}

int main(void)
{
    struct csv_parser parser;
    char text[3];
    fields = 0;
    ARBITRARY(text, 3);
    assert(csv_init(&parser, CSV_APPEND_NULL) == 0);
    csv_set_blk_size(&parser, 2);
    assert(csv_parse(&parser, text, 3, field, NULL, NULL) == 3);
    csv_fini(&parser, field, NULL, NULL);
    assert(fields <= 4);
    csv_free(&parser);
    return 0;
}
