//@ stdout: 3x4 last 23
//@ stdout: 48 16
//@ stdout: 2x5 last 14
//@ stdout: 40 20
// Variable-length matrices as parameters; sizeof is taken at run time.
#include <stdio.h>

static void fill(int rows, int cols, int m[rows][cols])
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] = i * 10 + j;
}

static void try(int rows, int cols)
{
    int m[rows][cols];
    fill(rows, cols, m);
    printf("%dx%d last %d\n", rows, cols, m[rows - 1][cols - 1]);
    printf("%zu %zu\n", sizeof m, sizeof m[0]);
}

int main(void)
{
    try(3, 4);
    try(2, 5);
    return 0;
}
