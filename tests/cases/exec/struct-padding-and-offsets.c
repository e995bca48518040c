//@ stdout: 0 4 8 10 12
//@ stdout: 2 8
//@ stdout: 0 1 5
// Layout that both data models share; packing removes the padding.
#include <stddef.h>
#include <stdio.h>

struct a {
    char c;
    int i;
    short s;
    char d;
};

struct b {
    char c;
    struct { short x; int y; } in;
};

struct __attribute__((packed)) p {
    char c;
    int i;
};

int main(void)
{
    printf("%zu %zu %zu %zu %zu\n", offsetof(struct a, c), offsetof(struct a, i),
           offsetof(struct a, s), offsetof(struct a, d), sizeof(struct a));
    printf("%zu %zu\n", offsetof(struct b, in.y) / 4, sizeof(((struct b *)0)->in));
    printf("%zu %zu %zu\n", offsetof(struct p, c), offsetof(struct p, i), sizeof(struct p));
    return 0;
}
