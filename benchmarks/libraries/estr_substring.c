//@ library: libestr
//@ asks: any part of a text; the library reads behind an empty one
//@ files: src/string.c
//@ flags: -I$SRC/include -I$HERE/configured
//@ fix: src/string.c: s/else if(start + len > es_strlen(str) - 1)/else if(start + len > es_strlen(str))/
//@ bug-note: the library as it is
//@ bug-kind: out-of-bounds
//@ bound: texts of up to 3 bytes, parts of up to 8
#include "harness.h"
#include "libestr.h"

int main(void)
{
    char text[3];
    unsigned n = __VERIFIER_nondet_uint(), start = __VERIFIER_nondet_uint(), length = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 3 && start <= 4 && length <= 8);
    ARBITRARY(text, 3);
    es_str_t *s = es_newStrFromBuf(text, n), *part = es_newStrFromSubStr(s, start, length);
    assert(es_strlen(part) <= length && es_strlen(part) <= n);
    if (start < n && length)
        assert(es_getBufAddr(part)[0] == (unsigned char)text[start]);
    es_deleteStr(s);
    es_deleteStr(part);
    return 0;
}
