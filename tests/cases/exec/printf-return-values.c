//@ stdout: hello
//@ stdout: 6 0 12
//@ stdout: 7
//@ stdout: 11 3
// printf counts what it writes; %n is the count so far.
#include <stdio.h>

int main(void)
{
    int a = printf("hello\n");
    int b = printf("%s", "");
    int c = printf("%d %d %d\n", a, b, 12);
    printf("%d\n", c);
    int n = 0;
    int d = snprintf(NULL, 0, "abc%n%8d", &n, 5);
    printf("%d %d\n", d, n);
    return 0;
}
