//@ data-model: ilp32
//@ stdout: struct a 12: 01 1f 00 00 a5 a5 a5 05 fe ff 00 00
//@ stdout: struct b 8: ff 00 00 00 03 00 00 00
//@ stdout: struct c 3: 01 18 07
//@ stdout: struct d 8: fd ff ff ff 9b 00 00 00
//@ stdout: struct e 4: 21 03 05 00
//@ stdout: struct f 4: 01 02 01 00
//@ stdout: struct g 4: ff 01 01 00
//@ stdout: struct h 4: 60 00 00 00
//@ stdout: union u 4: 06 00 00 00
//@ stdout: struct p 6: 0f 00 00 00 00 05
//@ stdout: struct q 4: 01 07 02 00
// Where the bits lie, byte by byte.
#include <stdio.h>
#include <string.h>
struct a {
    char c;
    int b : 5;
    int d : 28;
    short s;
};
struct b {
    int x : 8;
    int : 0;
    int y : 8;
};
struct c {
    char a;
    int : 3;
    char b : 2;
    char z;
};
struct d {
    long long a : 33;
    int b : 31;
};
struct e {
    unsigned char a : 4, b : 4, c : 8;
    unsigned short d : 3;
};
struct f {
    int a : 1;
    char b;
    int c : 1;
};
struct g {
    short a : 9;
    short b : 9;
};
struct h {
    int : 5;
    int a : 3;
};
union u {
    int a : 3;
    unsigned b;
};
struct __attribute__((packed)) p {
    int a : 3;
    int b : 31;
    char c;
};
struct q {
    char c;
    long long x : 3;
    char d;
};
#define D(T, ...)                                                                                  \
    do {                                                                                           \
        T v;                                                                                       \
        unsigned char m[sizeof(T)];                                                                \
        memset(&v, 0, sizeof v);                                                                   \
        __VA_ARGS__;                                                                               \
        memcpy(m, &v, sizeof v);                                                                   \
        printf(#T " %d:", (int)sizeof v);                                                          \
        for (unsigned i = 0; i < sizeof v; i++)                                                    \
            printf(" %02x", m[i]);                                                                 \
        printf("\n");                                                                              \
    } while (0)
int main(void)
{
    D(struct a, v.c = 1, v.b = -1, v.d = 0x5a5a5a5, v.s = -2);
    D(struct b, v.x = -1, v.y = 3);
    D(struct c, v.a = 1, v.b = -1, v.z = 7);
    D(struct d, v.a = -3, v.b = 77);
    D(struct e, v.a = 1, v.b = 2, v.c = 3, v.d = 5);
    D(struct f, v.a = -1, v.b = 2, v.c = -1);
    D(struct g, v.a = -1, v.b = 1);
    D(struct h, v.a = 3);
    D(union u, v.a = -2);
    D(struct p, v.a = -1, v.b = 1, v.c = 5);
    D(struct q, v.c = 1, v.x = -1, v.d = 2);
    return 0;
}
