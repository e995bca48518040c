//@ stdout: abc 5
// gcc knows `alloca` though nothing declares it, in the first call as in the next.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char *s = strcpy(alloca(100), "abc");
    int *p = alloca(sizeof *p);
    *p = 5;
    printf("%s %d\n", s, *p);
    return 0;
}
