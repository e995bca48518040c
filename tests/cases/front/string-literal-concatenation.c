//@ stdout: onetwothree
//@ stdout: A1
#include <stdio.h>
#define MID "two"
int main(void) {
    puts("one" MID
         "three");
    puts("\x41" "1");
    if (sizeof("ab" "cd") != 5) return 1;
    if (sizeof("" "") != 1) return 2;
    if (sizeof("a\0b") != 4) return 3;
    if ("abc"[1] != 'b' || 2["abc"] != 'c') return 4;
    if (*("xyz" + 1) != 'y') return 5;
    if (sizeof *"abc" != 1) return 6;
    return 0;
}
