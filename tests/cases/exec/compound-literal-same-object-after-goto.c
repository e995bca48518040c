//@ stdout: same 1
//@ stdout: kept 5
// The object of a compound literal, as any local, lives until its block ends: a jump back
// within the block meets it again.
#include <stdio.h>

struct s { int i; };

int main(void)
{
    struct s *p = 0, *q;
    int j = 0;
again:
    q = p;
    p = &(struct s){j++};
    if (j < 2)
        goto again;
    printf("same %d\n", p == q && q->i == 1);

    int round = 0;
back:
    if (round)
        goto over;
    int x = 5;
    int *a = &x;
over:
    if (round++ == 0)
        goto back;
    printf("kept %d\n", *a);
    return 0;
}
