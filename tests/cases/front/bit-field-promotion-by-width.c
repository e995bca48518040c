//@ stdout: 1 0 0 1 1
//@ stdout: 1 1
//@ stdout: 1
//@ stdout: 4
//@ stdout: 4
//@ stdout: 1
// A bit-field narrower than int promotes to int, wider ones keep their type.
#include <stdio.h>
struct s {
    unsigned a : 7;
    unsigned b : 32;
    unsigned long long c : 33;
    unsigned long long d : 20;
    signed e : 20;
} x = {1, 1, 1, 1, 1};
int main(void)
{
    printf("%d %d %d %d %d\n", x.a - 2 < 0, x.b - 2 < 0, x.c - 2 < 0, x.d - 2 < 0, x.e - 2 < 0);
    printf("%d %d\n", ~x.a < 0, -x.d < 0);
    printf("%d\n", (x.a << 30) > 0);
    printf("%d\n", (int)sizeof(x.a + 0));
    printf("%d\n", (int)sizeof(x.d + 0));
    printf("%d\n", x.c == 1 ? -1 < (int)x.a : 0);
    return 0;
}
