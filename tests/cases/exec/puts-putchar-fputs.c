//@ stdout: puts adds a newline
//@ stdout: fputs does not
//@ stdout: AB
//@ stdout: 65 1
// The ways of writing text without formats.
#include <stdio.h>

int main(void)
{
    int ok = puts("puts adds a newline") >= 0;
    fputs("fputs does not", stdout);
    fputs("\n", stdout);
    int c = putchar('A');
    putc('B', stdout);
    fputc('\n', stdout);
    printf("%d %d\n", c, ok);
    return 0;
}
