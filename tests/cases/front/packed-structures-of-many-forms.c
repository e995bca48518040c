//@ stdout: 23 6 4 14 24 16
//@ stdout: 3 8 8.5
//@ stdout: 9 1 1
//@ stdout: 3 5
//@ stdout: 12
//@ stdout: 2 3
//@ stdout: 3 3
// Packed by attribute, by member and by pragma.
#include <stdio.h>
#include <string.h>
struct __attribute__((packed)) a {
    char c;
    int i;
    short s;
    long long l;
    double d;
};
struct b {
    char c;
    int i __attribute__((packed));
    char e;
};
struct __attribute__((packed, aligned(4))) c {
    char x;
    short y;
    char z;
};
#pragma pack(push, 2)
struct d {
    char c;
    int i;
    double d;
};
#pragma pack(pop)
struct e {
    char c;
    struct a in;
};
struct f {
    char c;
    int i __attribute__((aligned(8)));
};
int main(void)
{
    struct a v = {1, 2, 3, 4, 5.5};
    printf("%d %d %d %d %d %d\n", (int)sizeof(struct a), (int)sizeof(struct b),
           (int)sizeof(struct c), (int)sizeof(struct d), (int)sizeof(struct e),
           (int)sizeof(struct f));
    v.i++;
    v.l *= 2;
    v.d += v.s;
    printf("%d %lld %g\n", v.i, v.l, v.d);
    struct a arr[3] = {v, v, v};
    arr[1].i = 9;
    arr[2].d = 1;
    printf("%d %g %d\n", arr[1].i, arr[2].d, arr[2].c);
    struct e ee = {1, {2, 3, 4, 5, 6}};
    printf("%d %lld\n", ee.in.i, ee.in.l);
    struct a *p = &arr[1];
    p->s += p->i;
    printf("%d\n", p->s);
    struct d dd = {1, 2, 3};
    printf("%d %g\n", dd.i, dd.d);
    unsigned char m[sizeof v];
    memcpy(m, &v, sizeof m);
    printf("%d %d\n", m[1], m[5]);
    return 0;
}
