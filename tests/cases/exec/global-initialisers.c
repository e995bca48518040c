//@ stdout: 0 0 null
//@ stdout: 7 20 c
//@ stdout: 1 0 9 0
//@ stdout: two 3
//@ stdout: 12
// Zero by default, addresses, designators, strings and constant expressions.
#include <stdio.h>

static int zero, many[100];
static char *none;
static int seven = 3 + 4;
static int arr[] = { 10, 20, 30 };
static int *mid = &arr[1];
static const char *tail = "abc" + 2;
static int sparse[6] = { [0] = 1, [4] = 9 };
static struct { const char *name; int len; } table[] = { { "one", 3 }, { .len = 3, .name = "two" } };
static int size = sizeof arr;

int main(void)
{
    printf("%d %d %s\n", zero, many[99], none ? none : "null");
    printf("%d %d %s\n", seven, *mid, tail);
    printf("%d %d %d %d\n", sparse[0], sparse[1], sparse[4], sparse[5]);
    printf("%s %d\n", table[1].name, table[1].len);
    printf("%d\n", size);
    return 0;
}
