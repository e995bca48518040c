//@ stdin: abc
//@ stdin: xy
//@ stdout: ABC
//@ stdout: XY
//@ exit: 7
#include <stdio.h>
int main(void) {
    int c, n = 0;
    while ((c = getchar()) != EOF) {
        n++;
        putchar(c >= 'a' && c <= 'z' ? c - 32 : c);
    }
    return n;
}
