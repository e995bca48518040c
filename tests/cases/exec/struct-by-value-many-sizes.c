//@ stdout: 1 1 3
//@ stdout: 9
//@ stdout: 2 1 3
//@ stdout: 10
//@ stdout: 3 7 3
//@ stdout: 11
//@ stdout: 4 21 3
//@ stdout: 12
//@ stdout: 5 45 3
//@ stdout: 13
//@ stdout: 7 131 3
//@ stdout: 15
//@ stdout: 8 197 3
//@ stdout: 16
//@ stdout: 9 281 3
//@ stdout: 17
//@ stdout: 12 661 3
//@ stdout: 20
//@ stdout: 15 1275 3
//@ stdout: 23
//@ stdout: 16 1541 3
//@ stdout: 24
//@ stdout: 17 1841 3
//@ stdout: 25
//@ stdout: 24 5061 3
//@ stdout: 32
//@ stdout: 31 10731 3
//@ stdout: 39
//@ stdout: 33 12897 3
//@ stdout: 41
//@ stdout: 64 91141 3
//@ stdout: 72
// Structures of sixteen sizes as arguments and results: copies, not references.
#include <stdio.h>
#define S(n)                                                                                       \
    struct s##n {                                                                                  \
        unsigned char c[n];                                                                        \
    };                                                                                             \
    static struct s##n mk##n(int x)                                                                \
    {                                                                                              \
        struct s##n r;                                                                             \
        for (int i = 0; i < n; i++)                                                                \
            r.c[i] = x + i;                                                                        \
        return r;                                                                                  \
    }                                                                                              \
    static int sum##n(struct s##n a, int k, struct s##n b)                                         \
    {                                                                                              \
        int t = k;                                                                                 \
        for (int i = 0; i < n; i++)                                                                \
            t += a.c[i] * (i + 1) - b.c[i];                                                        \
        a.c[0] = 99;                                                                               \
        return t;                                                                                  \
    }
S(1)
S(2) S(3) S(4) S(5) S(7) S(8) S(9) S(12) S(15) S(16) S(17) S(24) S(31) S(33) S(64)
#define T(n)                                                                                       \
    {                                                                                              \
        struct s##n a = mk##n(3);                                                                  \
        printf("%d %d %d\n", n, sum##n(a, 5, mk##n(7)), a.c[0]);                                   \
        printf("%d\n", mk##n(9).c[n - 1]);                                                         \
    }
    int main(void)
{
    T(1)
    T(2) T(3) T(4) T(5) T(7) T(8) T(9) T(12) T(15) T(16) T(17) T(24) T(31) T(33) T(64) return 0;
}
