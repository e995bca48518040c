#include <stdlib.h>
int main(void) {
    int n = 3;
    typedef int row[n];
    int (*m)[n] = malloc(2 * sizeof *m);
    if (!m) return 0;
    n = 50;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) m[i][j] = i * 3 + j;
    row *p = (row *)m;
    int ok = p[1][2] == 5 && sizeof *m == 12 && sizeof(row) == 12;
    free(m);
    return ok ? 0 : 1;
}
