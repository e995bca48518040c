//@ stdout: 42
//@ stdout: 43
//@ stdout: 44
//@ stdout: 1 1
// Through intptr_t, uintptr_t and the bytes of the pointer.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    int x = 42;
    intptr_t i = (intptr_t)&x;
    printf("%d\n", (*(int *)i)++);
    uintptr_t u = (uintptr_t)(void *)&x;
    printf("%d\n", (*(int *)(void *)u)++);
    unsigned char raw[sizeof(int *)];
    int *p = &x, *q;
    memcpy(raw, &p, sizeof p);
    memcpy(&q, raw, sizeof q);
    printf("%d\n", *q);
    printf("%d %d\n", u == (uintptr_t)&x, (uintptr_t)NULL == 0);
    return 0;
}
