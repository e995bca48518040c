//@ library: musl
//@ asks: versions are compared: the other way round the sign is the other one
//@ flags: -I$SRC
//@ bug: src/string/strverscmp.c: s/if (isdigit(r[j])) return -1;/if (isdigit(l[j])) return -1;/
//@ bug-note: the longer number is not seen on the right
//@ bug-kind: assertion
//@ bound: texts of up to 2 bytes
#include "harness.h"
#define strverscmp musl_strverscmp
#include "src/string/strverscmp.c"

int main(void)
{
    char a[3], b[3];
    ARBITRARY(a, 2);
    ARBITRARY(b, 2);
    a[2] = b[2] = 0;
    int forth = musl_strverscmp(a, b), back = musl_strverscmp(b, a);
    assert((forth < 0) == (back > 0) && (forth == 0) == (back == 0));
    assert((forth == 0) == (strcmp(a, b) == 0));
    return 0;
}
