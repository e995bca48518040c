//@ stdout: [abcd] 10
//@ stdout: [] 10
//@ stdout: [abcdefghij] 10
//@ stdout: 35 5
//@ stdout: 10
// At most size - 1 characters and the terminator; the full length comes back.
#include <stdio.h>

int main(void)
{
    char b[16];
    const char *s = "abcdefghij";
    int n = snprintf(b, 5, "%s", s);
    printf("[%s] %d\n", b, n);
    n = snprintf(b, 1, "%s", s);
    printf("[%s] %d\n", b, n);
    n = snprintf(b, 11, "%s", s);
    printf("[%s] %d\n", b, n);
    b[0] = '#';
    n = snprintf(b, 0, "%d", 12345);
    printf("%d %d\n", b[0], n);
    printf("%d\n", snprintf(NULL, 0, "%s", s));
    return 0;
}
