//@ stdout: 5 -1 1
//@ stdout: 0 -4
//@ stdout: 9
// Bit-fields keep their width and leave their neighbours alone, also in a
// struct that was never set as a whole.
#include <stdio.h>

struct f {
    unsigned a : 3;
    signed b : 3;
    unsigned c : 1;
    unsigned : 0;
    unsigned d : 5;
};

int main(void)
{
    struct f f;
    f.a = 5;
    f.b = -1;
    f.c = 1;
    printf("%u %d %u\n", f.a, f.b, f.c);
    f.a = 8;
    f.b = 3;
    f.b = f.b + 1;
    printf("%u %d\n", f.a, f.b);
    f.d = 41;
    if (f.d == 9)
        printf("%u\n", f.d);
    return 0;
}
