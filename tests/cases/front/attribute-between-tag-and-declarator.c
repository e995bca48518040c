//@ stdout: 32 64 6 2
//@ stdout: bye 3
// An attribute behind `struct tag` belongs to what is declared, not to a body that is not there.
#include <stdio.h>

struct s { int a; };
struct s __attribute__((aligned(32))) x;

static void bye(struct s *s)
{
    printf("bye %d\n", s->a);
}

int main(void)
{
    struct s __attribute__((cleanup(bye))) y = {3};
    struct s __attribute__((aligned(64))) z;
    struct __attribute__((packed)) __attribute__((aligned(2))) p { char c; int i; } p;
    printf("%d %d %d %d\n", (int)_Alignof(x), (int)_Alignof(z), (int)sizeof p, (int)_Alignof(p));
    return 0;
}
