//@ data-model: lp64
//@ stdout: char
//@ stdout: int
//@ stdout: int
//@ stdout: int
//@ stdout: unsigned
//@ stdout: long
//@ stdout: llong
//@ stdout: float
//@ stdout: ldouble
//@ stdout: int
//@ stdout: charp
//@ stdout: ulong
//@ stdout: long
//@ stdout: int
//@ stdout: unsigned
//@ stdout: int
//@ stdout: unsigned
//@ stdout: int
//@ stdout: unsigned
//@ stdout: voidp
//@ stdout: intp
//@ stdout: int
//@ stdout: int
//@ stdout: int
//@ stdout: short
//@ stdout: int
//@ stdout: intp
//@ stdout: unsigned
//@ stdout: long
//@ stdout: ulong
//@ stdout: int
//@ stdout: char
//@ stdout: char
//@ stdout: int
//@ stdout: int
//@ stdout: ccharp
//@ stdout: llong
//@ stdout: 2 3 8
// The type of many expressions, told by _Generic.
#include <stdio.h>
#define T(x)                                                                                       \
    _Generic((x),                                                                                  \
        int: "int",                                                                                \
        unsigned: "unsigned",                                                                      \
        long: "long",                                                                              \
        unsigned long: "ulong",                                                                    \
        long long: "llong",                                                                        \
        unsigned long long: "ullong",                                                              \
        float: "float",                                                                            \
        double: "double",                                                                          \
        long double: "ldouble",                                                                    \
        char: "char",                                                                              \
        signed char: "schar",                                                                      \
        unsigned char: "uchar",                                                                    \
        short: "short",                                                                            \
        unsigned short: "ushort",                                                                  \
        _Bool: "bool",                                                                             \
        char *: "charp",                                                                           \
        const char *: "ccharp",                                                                    \
        void *: "voidp",                                                                           \
        int *: "intp",                                                                             \
        default: "other")
enum e { A };
enum f { B = -1 };
int main(void)
{
    char c = 0;
    short s = 0;
    unsigned short us = 0;
    unsigned u = 0;
    long long ll = 0;
    struct {
        unsigned b : 5;
        int i : 7;
        unsigned w : 32;
    } bf = {0};
    int a[3];
    const int ci = 0;
    puts(T(c));
    puts(T(+c));
    puts(T(c + c));
    puts(T(s << 1L));
    puts(T(u + 1));
    puts(T(u + 1L));
    puts(T(u + 1LL));
    puts(T(1.0f + 1));
    puts(T(1.0f + 1.0L));
    puts(T('a'));
    puts(T("x"));
    puts(T(sizeof 1));
    puts(T(&a[1] - a));
    puts(T(bf.b + 0));
    puts(T(bf.w + 0));
    puts(T(A));
    puts(T((enum e)0));
    puts(T(B));
    puts(T(c ? 1 : 2u));
    puts(T(1 ? 0 : (void *)a));
    puts(T(1 ? a : 0));
    puts(T(!u));
    puts(T(~us));
    puts(T(-us));
    puts(T((c, s)));
    puts(T(ci));
    puts(T(a));
    puts(T(0x80000000));
    puts(T(2147483648));
    puts(T(0xffffffffffffffff));
    puts(T(1 ? (char)1 : (char)2));
    puts(T(c = 1));
    puts(T(c++));
    puts(T(L'x'));
    puts(T(1 == 1));
    puts(T((const char *)0));
    puts(T(ll * s));
    typeof(a) b = {1, 2, 3};
    typeof(&b[0]) p = b + 1;
    typeof(int (*)[3]) q = &b;
    __typeof__(1 ? 1 : 2.0) d = 1;
    printf("%d %d %d\n", *p, (*q)[2], (int)sizeof d);
    return 0;
}
