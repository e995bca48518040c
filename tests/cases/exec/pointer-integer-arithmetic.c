//@ stdout: 30
//@ stdout: 50
//@ stdout: 1 1
// Adding to the integer and adding to the pointer agree.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int a[5] = { 10, 20, 30, 40, 50 };
    uintptr_t u = (uintptr_t)a;
    printf("%d\n", *(int *)(u + 2 * sizeof(int)));
    u += 4 * sizeof a[0];
    printf("%d\n", *(int *)u);
    printf("%d %d\n", (int *)u == a + 4, u % _Alignof(int) == 0);
    return 0;
}
