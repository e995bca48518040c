//@ stdout: 123456789 -78 ffffffff
// A bit-field wider than `int` is passed through `...` in its declared type.
#include <stdio.h>

struct s {
    long long x : 45;
    long long y : 37;
    unsigned long long z : 38;
};

int main(void)
{
    struct s s = {0x123456789, -78, 0xffffffff};
    printf("%llx %lld %llx\n", s.x, s.y, s.z);
    return 0;
}
