//@ stdout: 20 3 5 3 12 4
// The operand of `sizeof` is evaluated if, and only if, its type is a variable-length array.
#include <stdio.h>

int main(void)
{
    int x = 5, n = 2;
    int b[x][x];
    int size = sizeof(b[n++]);
    printf("%d %d ", size, n);
    int m = n;
    size = sizeof(b[m++][0]) == sizeof(int) ? x : 0;
    printf("%d %d ", size, m);
    size = sizeof(int[n++]);
    printf("%d %d\n", size, n);
    return 0;
}
