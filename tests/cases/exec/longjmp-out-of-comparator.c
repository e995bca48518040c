//@ stdout: stopped after 1
//@ stdout: 6
// Leaving qsort by longjmp; the elements are still all there.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf out;
static int calls;

static int cmp(const void *a, const void *b)
{
    (void)a;
    (void)b;
    calls++;
    longjmp(out, 1);
}

int main(void)
{
    static int a[3] = { 3, 2, 1 };
    if (setjmp(out) == 0)
        qsort(a, 3, sizeof a[0], cmp);
    printf("stopped after %d\n", calls);
    printf("%d\n", a[0] + a[1] + a[2]);
    return 0;
}
