//@ stdout: 2 abc0123 123
//@ stdout: 0
//@ stdout: 1 -x
// In a scan set the end of one range may start the next; `-` then is not a member.
#include <stdio.h>

int main(void)
{
    char s[32] = "";
    int n = 0;
    int r = sscanf("abc0123_123", "%20[0-1-9a-b-z]_%d", s, &n);
    printf("%d %s %d\n", r, s, n);
    printf("%d\n", sscanf("-_1", "%20[0-1-9a-b-z]_%d", s, &n));
    r = sscanf("-x9", "%[-x]", s);
    printf("%d %s\n", r, s);
    return 0;
}
