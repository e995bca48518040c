//@ stdout: 4 8 abcdef
//@ stdout: Xbc abc
//@ stdout: 0 7 10
//@ stdout: 3
// A literal's size, concatenation, escapes, and an array as its own copy.
#include <stdio.h>

int main(void)
{
    char a[] = "abc", b[8] = "abc";
    printf("%zu %zu %s\n", sizeof a, sizeof b, "abc" "def");
    a[0] = 'X';
    printf("%s %s\n", a, b);
    printf("%d %d %d\n", b[7], '\a', "\x0a"[0]);
    char exact[3] = "xyz";
    printf("%zu\n", sizeof exact);
    return 0;
}
