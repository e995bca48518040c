//@ stdout: 1.5 3 4.5
//@ stdout: -3 3.5
//@ stdout: 3
//@ stdout: 4 c 1
//@ stdout: 68
//@ stdout: 6
//@ stdout: 8
// Structures of floating members passed from call to call.
#include <stdio.h>
struct v {
    double x, y, z;
};
static struct v add(struct v a, struct v b)
{
    return (struct v){a.x + b.x, a.y + b.y, a.z + b.z};
}
static struct v sc(struct v a, double k)
{
    a.x *= k;
    a.y *= k;
    a.z *= k;
    return a;
}
struct f2 {
    float a, b;
};
static struct f2 mk(float a)
{
    struct f2 r = {a, -a};
    return r;
}
struct mix {
    float f;
    int i;
};
static struct mix mm(struct mix m)
{
    m.f += m.i;
    return m;
}
struct ld {
    long double l;
};
static struct ld ll(struct ld x)
{
    x.l *= 2;
    return x;
}
struct nest {
    struct f2 p[2];
    char c;
};
static struct nest nn(void)
{
    struct nest n = {{{1, 2}, {3, 4}}, 'c'};
    return n;
}
static union uu {
    int i;
    char c[4];
} un(int x)
{
    union uu u;
    u.i = x;
    return u;
}
int main(void)
{
    struct v a = {1, 2, 3};
    struct v r = sc(add(a, sc(a, 2)), 0.5);
    printf("%g %g %g\n", r.x, r.y, r.z);
    printf("%g %g\n", mk(3).b, mm((struct mix){1.5f, 2}).f);
    printf("%Lg\n", ll((struct ld){1.5L}).l);
    struct nest n = nn();
    printf("%g %c %g\n", n.p[1].b, nn().c, nn().p[0].a);
    printf("%d\n", un(0x41424344).c[0]);
    a = add(a, a);
    printf("%g\n", a.z);
    r = a = sc(a, 2);
    printf("%g\n", r.y);
    return 0;
}
