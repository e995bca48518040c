//@ stdout: 78
//@ stdout: 9 5
//@ stdout: 3 cols
// Pointers to rows, and a matrix walked as rows of ints.
#include <stdio.h>

int main(void)
{
    int m[4][3], n = 1, sum = 0;
    for (int (*r)[3] = m; r < m + 4; r++)
        for (int *c = *r; c < *r + 3; c++)
            *c = n++;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            sum += *(*(m + i) + j);
    printf("%d\n", sum);
    int (*row)[3] = &m[2];
    printf("%d %d\n", (*row)[2], row[-1][1]);
    printf("%d cols\n", (int)(sizeof *row / sizeof **row));
    return 0;
}
