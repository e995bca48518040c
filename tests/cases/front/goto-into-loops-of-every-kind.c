//@ stdout: 8 1
//@ stdout: 21
//@ stdout: 102
//@ stdout: in
//@ stdout: sw
// A jump into the middle of a loop: the back edge leads to its start.
#include <stdio.h>
int main(void)
{
    int i = 7, n = 0;
    goto mid;
    for (i = 0; i < 3; i++) {
        n += 10;
    mid:
        n++;
    }
    printf("%d %d\n", i, n);
    goto w;
    while (n < 20) {
        n++;
    w:
        n += 2;
    }
    printf("%d\n", n);
    int k = 0;
    goto body;
    do {
        k += 100;
    body:
        k++;
    } while (k < 50);
    printf("%d\n", k);
    if (0) {
    in:
        puts("in");
    } else {
        static int once;
        if (!once++)
            goto in;
    }
    goto sw;
    switch (k) {
    case 1:
        puts("c1");
    sw:
        puts("sw");
        break;
    default:
        puts("d");
    }
    return 0;
}
