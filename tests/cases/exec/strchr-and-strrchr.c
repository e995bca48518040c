//@ stdout: 1 5 9 9
//@ stdout: null null
//@ stdout: 1
// First and last occurrence; the terminator counts as a character.
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *s = "a/bcd/efg";
    printf("%d %d %d %d\n", (int)(strchr(s, '/') - s), (int)(strrchr(s, '/') - s),
           (int)(strchr(s, 0) - s), (int)(strrchr(s, 0) - s));
    printf("%s %s\n", strchr(s, 'z') ? "found" : "null", strrchr("", 'z') ? "found" : "null");
    printf("%d\n", (int)(strchr(s, '/' + 256) - s));
    return 0;
}
