//@ stdout: 3 4 3
//@ stdout: one
//@ stdout: a
//@ stdout: b
// Returns through several frames; longjmp with 0 gives 1.
#include <setjmp.h>
#include <stdio.h>
static jmp_buf jb;
static volatile int cnt;
static void deep(int n)
{
    if (n == 0)
        longjmp(jb, ++cnt);
    deep(n - 1);
}
int main(void)
{
    volatile int local = 0;
    int r = setjmp(jb);
    local++;
    if (r < 3)
        deep(5);
    printf("%d %d %d\n", r, local, cnt);
    jmp_buf j2;
    switch (setjmp(j2)) {
    case 0:
        longjmp(j2, 0);
    case 1:
        puts("one");
        break;
    default:
        puts("?");
    }
    if (!setjmp(j2)) {
        puts("a");
        longjmp(j2, 5);
    } else
        puts("b");
    return 0;
}
