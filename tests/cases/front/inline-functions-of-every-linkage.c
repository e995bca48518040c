//@ stdout: 2 4 2 4
//@ stdout: 1
// Inline definitions and what is called.
#include <stdio.h>
extern inline int ei(int x)
{
    return x + 1;
}
static inline int si(int x)
{
    return x * 2;
}
inline int pi(int x);
inline int pi(int x)
{
    return x - 1;
}
extern int pi(int);
extern int sq(int);
inline __attribute__((gnu_inline)) extern int sq(int x)
{
    return x * x;
}
int sq(int x)
{
    return x * x + 100;
}
static __inline__ __attribute__((always_inline)) int ai(int x)
{
    return x;
}
int main(void)
{
    printf("%d %d %d %d\n", ei(1), si(2), pi(3), ai(4));
    printf("%d\n", sq(2) > 0);
    return 0;
}
