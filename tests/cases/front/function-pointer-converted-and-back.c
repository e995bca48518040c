//@ stdout: 5
//@ stdout: 9 -1
//@ stdout: hello
//@ stdout: hello
//@ stdout: hello
//@ stdout: hello
//@ stdout: 15
//@ stdout: 1
//@ stdout: 2
// Function pointers through other types and back.
#include <stdio.h>
typedef void (*vf)(void);
typedef int (*bf)(int, int);
static int add(int a, int b)
{
    return a + b;
}
static int apply(bf f, int a, int b)
{
    return f ? f(a, b) : -1;
}
static bf sel(char c)
{
    switch (c) {
    case '+':
        return add;
    }
    return 0;
}
struct h {
    vf f;
};
static void hello(void)
{
    puts("hello");
}
static vf arr[] = {hello, hello, 0};
int main(void)
{
    vf g = (vf)add;
    printf("%d\n", ((bf)g)(2, 3));
    printf("%d %d\n", apply(sel('+'), 4, 5), apply(sel('?'), 1, 1));
    for (vf *p = arr; *p; p++)
        (*p)();
    struct h x = {hello};
    x.f();
    (&x)->f();
    void *v = (void *)add;
    printf("%d\n", ((int (*)(int, int))v)(7, 8));
    printf("%d\n", g == (vf)add);
    unsigned long u = (unsigned long)add;
    printf("%d\n", ((bf)u)(1, 1));
    return 0;
}
