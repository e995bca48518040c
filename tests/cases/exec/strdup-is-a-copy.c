//@ stdout: Jello hello
//@ stdout: [] 0
//@ stdout: [hel]
// The duplicate is independent; strndup cuts.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char s[] = "hello";
    char *d = strdup(s), *e = strdup(""), *f = strndup(s, 3);
    if (!d || !e || !f)
        return 1;
    d[0] = 'J';
    printf("%s %s\n", d, s);
    printf("[%s] %zu\n", e, strlen(e));
    printf("[%s]\n", f);
    free(d);
    free(e);
    free(f);
    return 0;
}
