// Checks inside the library are told at its calls, one each.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --list-checks
//@ says: proved      main#printf-1 at
//@ says: proved      main#free-1 at
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char *text = malloc(3);
    text[0] = 'a';
    text[1] = 'b';
#ifdef WRONG
    text[2] = 'c';
#else
    text[2] = 0;
#endif
    printf("%s\n", text);
    free(text);
    return 0;
}
