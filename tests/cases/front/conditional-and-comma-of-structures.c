//@ stdout: 1 2
//@ stdout: x
//@ stdout: 7 mk
//@ stdout: 2
//@ stdout: 9
//@ stdout: k
//@ stdout: 1
//@ stdout: 2
//@ stdout: 4
// Structures as values of conditionals, commas, calls and assignments.
#include <stdio.h>
struct s {
    int a;
    char b[5];
};
static struct s mk(int k)
{
    struct s r = {k, "mk"};
    return r;
}
int main(void)
{
    struct s x = {1, "x"}, y = {2, "y"};
    int c = 1;
    printf("%d %d\n", (c ? x : y).a, (!c ? x : y).a);
    printf("%s\n", (c ? x : y).b);
    struct s z = c ? mk(7) : y;
    printf("%d %s\n", z.a, z.b);
    z = (c = 0, y);
    printf("%d\n", z.a);
    z = c ? x : mk(9);
    printf("%d\n", z.a);
    printf("%c\n", mk(3).b[1]);
    x = x;
    printf("%d\n", x.a);
    struct s *p = &x;
    *p = *p;
    *p = y;
    printf("%d\n", x.a);
    printf("%d\n", (x = mk(4)).a);
    return 0;
}
