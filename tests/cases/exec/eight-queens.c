//@ stdout: 92
//@ stdout: 0 4 7 5 2 6 1 3
// Backtracking with bit masks.
#include <stdio.h>

static int row_of[8], first[8], found;

static void place(int col, unsigned rows, unsigned up, unsigned down)
{
    if (col == 8) {
        if (found++ == 0)
            for (int i = 0; i < 8; i++)
                first[i] = row_of[i];
        return;
    }
    for (int r = 0; r < 8; r++) {
        unsigned a = 1u << r, b = 1u << (r + col), c = 1u << (r - col + 7);
        if (rows & a || up & b || down & c)
            continue;
        row_of[col] = r;
        place(col + 1, rows | a, up | b, down | c);
    }
}

int main(void)
{
    place(0, 0, 0, 0);
    printf("%d\n", found);
    for (int i = 0; i < 8; i++)
        printf("%d%c", first[i], i == 7 ? '\n' : ' ');
    return 0;
}
