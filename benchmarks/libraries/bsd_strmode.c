//@ library: libbsd
//@ asks: the text of any mode of a file has eleven characters, and letters where bits are set
//@ files: src/strmode.c
//@ flags: -Dstrmode=bsd_strmode
//@ bug: src/strmode.c: s/S_IWGRP/S_IWUSR/
//@ bug-note: the group has the owner's right to write
//@ bug-kind: assertion
//@ bound: none
#include "harness.h"
#include <sys/stat.h>

void bsd_strmode(mode_t mode, char *text);

int main(void)
{
    char text[12];
    mode_t mode = __VERIFIER_nondet_uint();
    bsd_strmode(mode, text);
    assert(strlen(text) == 11 && text[10] == ' ');
    assert((text[2] == 'w') == ((mode & S_IWUSR) != 0));
    assert((text[5] == 'w') == ((mode & S_IWGRP) != 0));
    assert((text[8] == 'w') == ((mode & S_IWOTH) != 0));
    assert((text[9] == 't' || text[9] == 'T') == ((mode & S_ISVTX) != 0));
    return 0;
}
