//@ library: tinycdb
//@ asks: a key is looked up in a damaged file: nothing is read outside
//@ files: cdb_find.c cdb_hash.c cdb_unpack.c
//@ flags: -I$SRC
//@ bug: cdb_find.c: s/httodo > cdbp->cdb_fsize - pos)/httodo > cdbp->cdb_fsize)/
//@ bug-note: a table may end behind the file
//@ bug-kind: out-of-bounds
//@ bound: a file with a table of contents and 24 bytes, a key of one byte
#include "harness.h"
#include "cdb.h"

int main(void)
{
    static unsigned char file[2048 + 24];
    unsigned char key = 'k';
    struct cdb db = {0};
    unsigned at = (cdb_hash(&key, 1) << 3) & 2047;
    ARBITRARY(file + at, 8);
    ARBITRARY(file + 2048, 24);
    db.cdb_fsize = sizeof file;
    db.cdb_mem = file;
    unsigned char data = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(data <= 24);
    db.cdb_dend = 2048 + data;
    if (cdb_find(&db, &key, 1) > 0) {
        assert(db.cdb_vpos <= db.cdb_dend && db.cdb_vlen <= db.cdb_dend - db.cdb_vpos);
        assert(file[db.cdb_kpos] == key);
    }
    return 0;
}
