//@ stdout: 36600 2 3 z 3
//@ stdout: abc de k2 1 6 6
//@ stdout: 3 0 0 7 8 5 90
// Braces left out, designators and strings in nested arrays.
#include <stdio.h>
int a[2][3][2] = {{{1, 2}, {3}}, {{4}, {5, 6}}};
int b[][2] = {[1] = {3}, [0][1] = 2};
struct {
    int x[2][2];
    char *s[2];
} c[] = {{{{1, 2}, {3, 4}}, {"a", "b"}}, {.s[1] = "z"}};
char d[2][3] = {"abc", "de"};
char *e[][2] = {{"k", "v"}, {"k2"}};
int f[3] = {[1] = 5, 6};
int g[] = {[5] = 1};
short h[2][2] = {1, 2, 3};
double i[2] = {1};
int j[1][1][1] = {{{7}}};
int k = {8};
int *l[] = {&k, 0, &f[1]};
unsigned char m[4] = {[0 ... 2] = 9};
int main(void)
{
    int t = 0;
    for (int x = 0; x < 12; x++)
        t = t * 10 % 1000003 + ((int *)a)[x];
    printf("%d %d %d %s %d\n", t, b[0][1], b[1][0], c[1].s[1], c[0].x[1][0]);
    printf("%.3s %s %s %d %d %d\n", d[0], d[1], e[1][0], e[1][1] == 0, f[2], (int)(sizeof g / 4));
    printf("%d %d %g %d %d %d %d\n", h[1][0], h[1][1], i[1], j[0][0][0], *l[0], *l[2],
           m[2] * 10 + m[3]);
    return 0;
}
