//@ stdout: 4 6 | -2 -2 | -5 10 | 0.5 1
//@ stdout: 3 2 | 1 -2 | 2 4 | 1 -2
//@ stdout: 1 0 1 0 1
//@ stdout: 7 8 | 6 9 | 3 1
//@ stdout: 1 2 3 4 | 8 4
//@ stdout: 1 2 3 4 5 -6
// Complex numbers: operators, mixed operands, conversions, constants of static storage.
#include <stdio.h>

static _Complex double g = 3.0 + 1.0i;
static struct { _Complex char a, b; } pair = {1 + 2i, {3 + 4i}};
static _Complex int h[2] = {1 + 2i, 3 + 4i};

static void show(_Complex double z, const char *end)
{
    printf("%g %g%s", __real__ z, __imag__ z, end);
}

static _Complex double add(_Complex double a, _Complex float b)
{
    return a + b;
}

int main(void)
{
    _Complex double a = 1 + 2i, b = 3 + 4i;
    show(a + b, " | ");
    show(a - b, " | ");
    show(a * b, " | ");
    show(a / 2, "\n");
    show(2 + a, " | ");
    show(2 - (1 + 2i), " | ");
    show(2 * a, " | ");
    show(~a, "\n");
    _Complex double zero = 0;
    printf("%d %d %d %d %d\n", a == 1 + 2i, a == b, a != b, !a, zero ? 0 : 1);
    __real__ b = 7;
    __imag__ b += 4;
    show(b, " | ");
    int real = (int)(a + 5.5);
    _Complex float narrow = 1.0f + 7.0fi;
    show(add(5, narrow) + 2i, " | ");
    printf("%d ", real - 3);
    printf("%g\n", __imag__ g);
    printf("%d %d %d %d | ", __real__ h[0], __imag__ h[0], __real__ h[1], __imag__ h[1]);
    a *= 2;
    a += 6;
    show(a == 0 ? 1 : a, "\n");
    printf("%d %d %d %d ", __real__ pair.a, __imag__ pair.a, __real__ pair.b, __imag__ pair.b);
    show(__builtin_conj(__builtin_complex(5.0, 6.0)), "\n");
    return 0;
}
