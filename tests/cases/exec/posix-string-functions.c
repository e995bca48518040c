//@ stdout: 0 1 0
//@ stdout: 3 5
//@ stdout: abcdef
//@ stdout: 3
//@ stdout: a:b|c
// Case-blind comparison, bounded length, end-returning copy, re-entrant tokens.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    char b[16], raw[5] = { 'v', 'w', 'x', 'y', 'z' }, *save;
    printf("%d %d %d\n", strcasecmp("HeLLo", "hEllO"), strcasecmp("b", "A") > 0,
           strncasecmp("ABCx", "abcY", 3));
    printf("%zu %zu\n", strnlen("abc", 10), strnlen(raw, sizeof raw));
    stpcpy(stpcpy(b, "abc"), "def");
    puts(b);
    const char *dots = "a.b.c";
    printf("%d\n", (int)((const char *)memrchr(dots, '.', 5) - dots));
    char s[] = "a:b c";
    char *x = strtok_r(s, " ", &save), *y = strtok_r(NULL, " ", &save);
    printf("%s|%s\n", x, y);
    return 0;
}
