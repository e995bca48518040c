//@ stdout: abcXXXghij
//@ stdout: same pointer
//@ stdout: -1
//@ stdout: [abcXXXghij]
// Partial copies and fills, their results, and counts of zero.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[] = "abcdefghij", t[16];
    memset(s + 3, 'X', 3);
    puts(s);
    void *r = memcpy(t, s, sizeof s);
    puts(r == t ? "same pointer" : "other pointer");
    int n;
    memset(&n, 0xff, sizeof n);
    printf("%d\n", n);
    memcpy(t, "zzz", 0);
    memset(t, 'z', 0);
    printf("[%s]\n", t);
    return 0;
}
