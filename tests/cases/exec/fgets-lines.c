//@ stdin: short
//@ stdin: a longer line
//@ stdin: 1234567
//@ stdin: end
//@ stdout: [short|]
//@ stdout: [a longer]
//@ stdout: [ line|]
//@ stdout: [1234567|]
//@ stdout: [end|]
//@ stdout: done
// fgets keeps the newline and splits what does not fit.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[9];
    while (fgets(b, sizeof b, stdin)) {
        char *nl = strchr(b, '\n');
        if (nl)
            *nl = '|';
        printf("[%s]\n", b);
    }
    puts("done");
    return 0;
}
