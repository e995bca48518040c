//@ stdout: int 21
//@ stdout: ptr 42
//@ stdout: untagged
// Small integers live beside pointers, told apart by the lowest bit.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uintptr_t value;

static value of_int(int n) { return (value)n << 1 | 1; }
static value of_ptr(int *p) { return (value)p; }

static void show(value v)
{
    if (v & 1)
        printf("int %d\n", (int)(v >> 1));
    else
        printf("ptr %d\n", *(int *)v);
}

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 42;
    show(of_int(21));
    show(of_ptr(p));
    uintptr_t marked = (uintptr_t)p | 3;
    if ((int *)(marked & ~(uintptr_t)3) == p)
        puts("untagged");
    free((int *)(marked & ~(uintptr_t)3));
    return 0;
}
