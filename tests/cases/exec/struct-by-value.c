//@ stdout: 1 2 3
//@ stdout: 11 22 33
//@ stdout: 5 5
//@ stdout: 2.5 120 x
// Structs are copied at calls, returns and assignments, arrays inside too.
#include <stdio.h>

struct triple {
    int v[3];
};

struct mixed {
    double d;
    long long l;
    char c;
};

static struct triple scale(struct triple t, int k)
{
    for (int i = 0; i < 3; i++)
        t.v[i] *= k;
    return t;
}

static struct mixed make(double d, long long l, char c)
{
    struct mixed m = { d, l, c };
    return m;
}

int main(void)
{
    struct triple a = { { 1, 2, 3 } }, b = scale(a, 11);
    printf("%d %d %d\n", a.v[0], a.v[1], a.v[2]);
    printf("%d %d %d\n", b.v[0], b.v[1], b.v[2]);
    a.v[0] = 5;
    b = a;
    a.v[0]++;
    printf("%d %d\n", b.v[0], scale(b, 1).v[0]);
    struct mixed m = make(2.5, 120, 'x');
    printf("%g %lld %c\n", m.d, m.l, m.c);
    return 0;
}
