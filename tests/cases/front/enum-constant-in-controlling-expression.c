//@ stdout: 0 1 0
//@ stdout: 0 1 0
//@ stdout: 0 1 0
//@ stdout: 0 0 0
// A selection or iteration statement is a block: what its controlling expression declares
// ends with it.
#include <stdio.h>

enum { in = 0 };

int main(void)
{
    printf("%d ", in);
    if (sizeof(enum { in = 1 }))
        printf("%d ", in);
    printf("%d\n%d ", in, in);
    switch (sizeof(enum { in = 1 })) {
    default:
        printf("%d ", in);
    }
    printf("%d\n%d ", in, in);
    while (sizeof(enum { in = 1 })) {
        printf("%d ", in);
        break;
    }
    printf("%d\n%d ", in, in);
    do {
        printf("%d ", in);
    } while (0 * sizeof(enum { in = 1 }));
    printf("%d\n", in);
    return 0;
}
