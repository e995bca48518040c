//@ stdout: 1 2
//@ stdout: 5
// Copying a half-filled struct or array is no use of what was not filled.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec {
    int used;
    int unused;
    char text[20];
};

int main(void)
{
    struct rec a, b, *c = malloc(sizeof *c);
    if (!c)
        return 1;
    a.used = 1;
    strcpy(a.text, "hello");
    b = a;
    memcpy(c, &b, sizeof b);
    c->unused = 2;
    int half[10], other[10];
    half[3] = 5;
    memcpy(other, half, sizeof half);
    printf("%d %d\n", c->used, c->unused);
    printf("%d\n", other[3] + (int)strlen(c->text) - 5);
    free(c);
    return 0;
}
