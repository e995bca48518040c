//@ stdout: 4
//@ stdout: 0
//@ stdout: null
//@ stdout: 3
//@ stdout: null
// Overlapping prefixes, the empty needle, a needle longer than the text.
#include <stdio.h>
#include <string.h>

static void find(const char *s, const char *t)
{
    const char *p = strstr(s, t);
    if (p)
        printf("%d\n", (int)(p - s));
    else
        puts("null");
}

int main(void)
{
    find("one two", "two");
    find("abc", "");
    find("abc", "abcd");
    find("aabaabaac", "aabaac");
    find("", "x");
    return 0;
}
