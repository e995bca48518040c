//@ stdout: to stdout
// What goes to stderr leaves stdout alone.
#include <stdio.h>

int main(void)
{
    fprintf(stderr, "to stderr %d\n", 1);
    fprintf(stdout, "%s\n", "to stdout");
    fputs("more\n", stderr);
    return 0;
}
