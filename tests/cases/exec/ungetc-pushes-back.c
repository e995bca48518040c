//@ stdin: 123+45
//@ stdout: 123 + 45
//@ stdout: X
// One character of lookahead, and pushing back one that was never read.
#include <ctype.h>
#include <stdio.h>

static int number(void)
{
    int c, n = 0;
    while (isdigit(c = getchar()))
        n = n * 10 + (c - '0');
    if (c != EOF)
        ungetc(c, stdin);
    return n;
}

int main(void)
{
    int a = number();
    int op = getchar();
    int b = number();
    printf("%d %c %d\n", a, op, b);
    getchar();
    ungetc('X', stdin);
    printf("%c\n", getchar());
    return 0;
}
