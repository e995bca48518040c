//@ stdout: 139 7 3
// Elements of an array that is a member of a packed record may lie anywhere.
#include <stdio.h>

struct inner { int v[2]; };

struct __attribute__((packed)) outer {
    char c;
    int f[2];
    struct inner in[2];
    short g[2][2];
};

static int sum(struct outer *p)
{
    int s = 0;
    for (int j = 0; j < 2; j++)
        s += p->f[j];
    return s + p->f[1] + p->f[1];
}

int main(void)
{
    struct outer o = {0};
    o.f[0] = 100;
    o.f[1] = 13;
    o.in[1].v[1] = 7;
    o.g[1][1] = 3;
    printf("%d %d %d\n", sum(&o), o.in[1].v[1], o.g[1][1]);
    return 0;
}
