//@ library: libestr
//@ asks: any number becomes a text with a sign and digits
//@ files: src/string.c
//@ flags: -I$SRC/include -I$HERE/configured
//@ bug: src/string.c: s/if(num == upperBorder) {/if(num == upperBorder + 1) {/
//@ bug-note: the least number is negated
//@ bug-kind: signed-overflow assertion
//@ bound: none
#include "harness.h"
#include "libestr.h"

int main(void)
{
    long long n = __VERIFIER_nondet_long();
    es_str_t *s = es_newStrFromNumber(n);
    unsigned length = es_strlen(s);
    assert(1 <= length && length <= 20);
    assert((es_getBufAddr(s)[0] == '-') == (n < 0));
    unsigned char last = es_getBufAddr(s)[length - 1];
    assert('0' <= last && last <= '9');
    es_deleteStr(s);
    return 0;
}
