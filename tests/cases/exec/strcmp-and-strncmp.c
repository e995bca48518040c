//@ stdout: equal less greater less
//@ stdout: greater
//@ stdout: equal less equal equal
// The order is by unsigned character; prefixes come first.
#include <stdio.h>
#include <string.h>

static const char *sign(int r)
{
    return r < 0 ? "less" : r > 0 ? "greater" : "equal";
}

int main(void)
{
    printf("%s ", sign(strcmp("abc", "abc")));
    printf("%s ", sign(strcmp("abc", "abd")));
    printf("%s ", sign(strcmp("abc", "ab")));
    printf("%s\n", sign(strcmp("", "a")));
    puts(sign(strcmp("\xff", "a")));
    printf("%s ", sign(strncmp("abcX", "abcY", 3)));
    printf("%s ", sign(strncmp("abcX", "abcY", 4)));
    printf("%s ", sign(strncmp("x", "y", 0)));
    printf("%s\n", sign(strncmp("ab\0c", "ab\0d", 4)));
    return 0;
}
