//@ stdout: [   7] [7   ] [007] [    007]
//@ stdout: [ab] [   ab] [abcdef]
//@ stdout: [3.14] [   3.142]
// Width and precision from the arguments; a negative width means left, a
// negative precision means none.
#include <stdio.h>

int main(void)
{
    printf("[%*d] [%*d] [%.*d] [%*.*d]\n", 4, 7, -4, 7, 3, 7, 7, 3, 7);
    printf("[%.*s] [%*.*s] [%.*s]\n", 2, "abcdef", 5, 2, "abcdef", -1, "abcdef");
    printf("[%.*f] [%*.*f]\n", 2, 3.14159, 8, 3, 3.14159);
    return 0;
}
