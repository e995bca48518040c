//@ stdout: [hi] [   hi] [hi   ] [h] []
//@ stdout: [A] [  A] [A  ]
//@ stdout: a%b
//@ stdout: [abc]
// Strings and characters; a precision lets an unterminated array be printed.
#include <stdio.h>

int main(void)
{
    char raw[3] = { 'a', 'b', 'c' };
    printf("[%s] [%5s] [%-5s] [%.1s] [%.0s]\n", "hi", "hi", "hi", "hi", "hi");
    printf("[%c] [%3c] [%-3c]\n", 'A', 'A', 'A' + 256);
    printf("a%cb\n", '%');
    printf("[%.3s]\n", raw);
    return 0;
}
