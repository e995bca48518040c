//@ stdout: 1 1 16 16
// The attribute of a record counts in `_Alignof`, on either side of its body.
#include <stdio.h>

int main(void)
{
    printf("%d ", (int)_Alignof(struct __attribute__((packed)) { char a; int b[2]; }));
    printf("%d ", (int)_Alignof(struct { char a; int b[2]; } __attribute__((packed))));
    printf("%d ", (int)_Alignof(struct __attribute__((aligned(16))) { char a; }));
    printf("%d\n", (int)__alignof__(struct __attribute__((aligned(8 + 8))) { char a; }));
    return 0;
}
