//@ stdout: 16 19 -3 -1 -1 0 1 44 255 1 64 194 3 1 -1 1 16 123
//@ stdout: 31 8 0.333333 1 34359738368
// Everything that an enumeration constant may be computed from.
#include <stdio.h>
enum {
    A = 1 << 4,
    B = A | 3,
    C = -7 / 2,
    D = -7 % 3,
    E = ~0,
    F = !5,
    G = 5 > 3 ? 1 : 2,
    H = (char)300,
    I = (unsigned char)-1,
    J = 1u - 2 > 0,
    K = sizeof(int[A]),
    L = 'a' * 2,
    M = (int)3.99,
    N = 1 == 1.0,
    O = -1 >> 1,
    P = 0x7fffffff + 0u > 0x7ffffffe
};
_Static_assert(B == 19, "b");
_Static_assert(C == -3 && D == -1, "c");
char arr[K / sizeof(int)];
int sw(int x)
{
    switch (x) {
    case A + B:
        return 1;
    case L:
        return 2;
    case (long)5:
        return 3;
    }
    return 0;
}
struct {
    int f : A - 10;
} bf;
int gi[] = {A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P};
double gd = A / 3 + 1.5 * 2;
float gf = 1 / 3.f;
unsigned long gul = -1;
long long gll = 1LL << 35;
int main(void)
{
    for (unsigned i = 0; i < sizeof gi / 4; i++)
        printf("%d ", gi[i]);
    printf("%d %d%d%d\n", (int)sizeof arr, sw(35), sw(194), sw(5));
    bf.f = 31;
    printf("%d %g %g %d %lld\n", bf.f, gd, gf, gul == ~0UL, gll);
    return 0;
}
