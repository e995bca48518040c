//@ stdout: i1;a7;f2;b1,2,3;L3.5;c2.5,4;q-4;d1.25,9;pstr;e1,-2,3;
//@ stdout: a7;a7;a7;i1;i2;i3;
//@ stdout: f1;f2;f3;f4;f5;f6;f7;f8;f9;f10;i11;
//@ stdout: i1;L2;i3;L4;i5;
//@ stdout: i-1;i-2;i1;
//@ stdout: f1.5;
// Variable arguments of every class, structures among them.
#include <stdarg.h>
#include <stdio.h>
struct a {
    char c;
};
struct b {
    short s[3];
};
struct c {
    double d;
    int i;
};
struct d {
    long double l;
    char c;
};
struct e {
    long long x, y, z;
};
static void f(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    for (; *fmt; fmt++)
        switch (*fmt) {
        case 'a':
            printf("a%d;", va_arg(ap, struct a).c);
            break;
        case 'b': {
            struct b v = va_arg(ap, struct b);
            printf("b%d,%d,%d;", v.s[0], v.s[1], v.s[2]);
            break;
        }
        case 'c': {
            struct c v = va_arg(ap, struct c);
            printf("c%g,%d;", v.d, v.i);
            break;
        }
        case 'd': {
            struct d v = va_arg(ap, struct d);
            printf("d%Lg,%d;", v.l, v.c);
            break;
        }
        case 'e': {
            struct e v = va_arg(ap, struct e);
            printf("e%lld,%lld,%lld;", v.x, v.y, v.z);
            break;
        }
        case 'i':
            printf("i%d;", va_arg(ap, int));
            break;
        case 'f':
            printf("f%g;", va_arg(ap, double));
            break;
        case 'L':
            printf("L%Lg;", va_arg(ap, long double));
            break;
        case 'q':
            printf("q%lld;", va_arg(ap, long long));
            break;
        case 'p':
            printf("p%s;", va_arg(ap, char *));
            break;
        }
    va_end(ap);
    printf("\n");
}
int main(void)
{
    struct a A = {7};
    struct b B = {{1, 2, 3}};
    struct c C = {2.5, 4};
    struct d D = {1.25L, 9};
    struct e E = {1, -2, 3};
    f("iafbLcqdpe", 1, A, 2.0, B, 3.5L, C, -4LL, D, "str", E);
    f("aaaiii", A, A, A, 1, 2, 3);
    f("ffffffffffi", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11);
    f("iLiLi", 1, 2.0L, 3, 4.0L, 5);
    f("iii", (char)-1, (short)-2, (_Bool)5);
    f("f", 1.5f);
    return 0;
}
