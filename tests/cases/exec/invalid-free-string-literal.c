//@ gcc: sanitize
// A default string is a literal, not a heap block.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char *name = argc > 5 ? strdup(argv[1]) : (char *)"default";
    free(name); //~ fault: invalid-free
    return 0;
}
