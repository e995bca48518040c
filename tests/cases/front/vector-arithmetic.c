//@ stdout: 11 22 33 44
//@ stdout: 3 4 5 6
//@ stdout: -1 0 0 -1
//@ stdout: 2 4 6 8
//@ stdout: -1 -2 -3 -4
//@ stdout: 8000 ffff
//@ stdout: 0.5 1
//@ stdout: 5 200000001
// Vectors: element by element in the width of an element; casts keep the bytes.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef int v2 __attribute__((vector_size(8)));
typedef short s4 __attribute__((vector_size(8)));
typedef float f2 __attribute__((vector_size(8)));

static void show(v4 v)
{
    for (int i = 0; i < 4; i++)
        printf("%d%c", v[i], i < 3 ? ' ' : '\n');
}

int main(void)
{
    v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
    show(a + b);
    show(2 + a);
    show((a == 1) | (a > 3));
    v4 c = a;
    c <<= 1;
    show(c);
    show(-a);
    s4 s = {0x7fff, -2};
    s += (s4){1, 1};
    printf("%x %x\n", (unsigned short)s[0], (unsigned short)s[1]);
    f2 f = {1, 2};
    f = f / 2;
    printf("%g %g\n", f[0], f[1]);
    v2 p = {1, 2};
    long long bits = (long long)p;
    v2 q = (v2)(bits + 4);
    printf("%d %llx\n", q[0], bits);
    return 0;
}
