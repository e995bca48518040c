//@ stdout: 58 64
//@ stdout: 139 154
//@ stdout: identity kept
// A product of fixed shape, and powers against the identity.
#include <stdio.h>
#include <string.h>

int main(void)
{
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int b[3][2] = { { 7, 8 }, { 9, 10 }, { 11, 12 } };
    int c[2][2] = { { 0 } };
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++)
                c[i][j] += a[i][k] * b[k][j];
    for (int i = 0; i < 2; i++)
        printf("%d %d\n", c[i][0], c[i][1]);
    int id[2][2] = { { 1, 0 }, { 0, 1 } }, r[2][2] = { { 0 } };
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                r[i][j] += id[i][k] * c[k][j];
    puts(memcmp(r, c, sizeof c) == 0 ? "identity kept" : "identity lost");
    return 0;
}
