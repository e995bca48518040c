//@ stdout: 0 0 0 4 0
// `(T){}` is all zeros, in code and in an initialiser of static storage.
#include <stdio.h>

struct y { int a, b; };
struct none { };
struct with_none { int a; struct none e; int b; } w = {1, (struct none){}, 4};
struct y at_file = (struct y){};

static struct y make(void)
{
    return (struct y){};
}

int main(void)
{
    struct y y = {1, 2};
    y = (struct y){};
    if (y.a) {}
    printf("%d %d %d %d %d\n", y.b, make().a, at_file.b, w.b, ((int[2]){})[1]);
    return 0;
}
