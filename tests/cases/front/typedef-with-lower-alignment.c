//@ stdout: 4030201 6050403
//@ stdout: 4
//@ stdout: 14 1 6
//@ stdout: 3 4
//@ stdout: 1 2
//@ stdout: 77 4
//@ stdout: 9
//@ stdout: 2
//@ stdout: 5 8
// A typedef may lower the alignment of its type, also behind a pointer.
#include <stdio.h>
#include <string.h>
typedef int u __attribute__((aligned(1)));
typedef unsigned long long u2 __attribute__((aligned(2), may_alias));
typedef u chain;
struct s {
    char c;
    u x;
    char d;
    u2 y;
};
struct __attribute__((packed)) p {
    char c;
    int i;
    struct {
        short a;
        int b;
    } in;
};
typedef struct {
    int a, b;
} pair __attribute__((aligned(1)));
static int rd(const void *q)
{
    return *(const u *)q;
}
int main(void)
{
    char buf[20];
    for (int i = 0; i < 20; i++)
        buf[i] = i;
    printf("%x %x\n", rd(buf + 1), *(chain *)(buf + 3));
    *(u *)(buf + 5) = 0x01020304;
    printf("%d\n", buf[5]);
    printf("%d %d %d\n", (int)sizeof(struct s), (int)__builtin_offsetof(struct s, x),
           (int)__builtin_offsetof(struct s, y));
    struct s z = {1, 2, 3, 4};
    u *pu = &z.x;
    (*pu)++;
    printf("%d %d\n", z.x, (int)z.y);
    printf("%d %d\n", (int)_Alignof(u), (int)__alignof__(u2));
    struct p k = {1, 2, {3, 4}};
    u *ki = &k.i;
    *ki = 77;
    printf("%d %d\n", k.i, k.in.b);
    pair *pp = (pair *)(buf + 1);
    pp->b = 9;
    printf("%d\n", buf[5]);
    u arr[2] = {1, 2};
    printf("%d\n", arr[1]);
    u2 *w = (u2 *)(buf + 2);
    *w = 5;
    printf("%d %d\n", (int)*w, (int)sizeof(pair));
    return 0;
}
