//@ stdout: 0
//@ stdout: less
//@ stdout: greater
//@ stdout: 0
//@ stdout: 4
//@ stdout: none
//@ stdout: 1
// Bytes compare as unsigned; a zero byte does not stop the comparison.
#include <stdio.h>
#include <string.h>

static const char *sign(int r)
{
    return r < 0 ? "less" : r > 0 ? "greater" : "equal";
}

int main(void)
{
    char a[4] = { 1, 0, 2, 3 }, b[4] = { 1, 0, 2, 4 };
    char hi[1] = { (char)0x80 }, lo[1] = { 0x7f };
    char s[] = "a.b.c\0d";
    printf("%d\n", memcmp(a, b, 3));
    puts(sign(memcmp(a, b, 4)));
    puts(sign(memcmp(hi, lo, 1)));
    printf("%d\n", memcmp(hi, lo, 0));
    printf("%d\n", (int)((char *)memchr(s, 'c', sizeof s) - s));
    puts(memchr(s, 'd', 6) ? "found" : "none");
    printf("%d\n", (int)((char *)memchr(s, '.' + 256, sizeof s) - s));
    return 0;
}
