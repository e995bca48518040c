//@ args: alpha 42 -x
//@ stdout: 4
//@ stdout: alpha 42 -x
//@ stdout: null at end
//@ stdout: Alpha
// Arguments arrive as writable strings behind a null-terminated vector.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    printf("%d\n", argc);
    printf("%s %d %s\n", argv[1], atoi(argv[2]), argv[3]);
    puts(argv[argc] == NULL ? "null at end" : "garbage");
    argv[1][0] = 'A';
    puts(argv[1]);
    return 0;
}
