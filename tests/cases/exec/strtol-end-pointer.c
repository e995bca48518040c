//@ stdout: 12 rest [abc]
//@ stdout: 0 rest [abc]
//@ stdout: 0 rest [  -]
//@ stdout: 0 rest [xyz]
//@ stdout: -3 rest [ 4]
//@ stdout: 0 rest []
// Where the conversion stops, with the whole string back when it fails.
#include <stdio.h>
#include <stdlib.h>

static void show(const char *s, int base)
{
    char *end;
    long v = strtol(s, &end, base);
    printf("%ld rest [%s]\n", v, end);
}

int main(void)
{
    show("12abc", 10);
    show("abc", 10);
    show("  -", 10);
    show("0xyz", 16);
    show(" -3 4", 10);
    show("", 10);
    return 0;
}
