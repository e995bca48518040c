//@ stdout: 110 100 1000 111 112 112 113 110 12 123 56
//@ stdout: 12
// Switches without a block, empty ones, and cases under if and else.
#include <stdio.h>
static int f(int x)
{
    int r = 0;
    switch (x)
    case 3:
        r = 1;
    switch (x) {
    default:
        r += 10;
    case 1:
        r += 100;
        break;
    case 2: {
        r += 1000;
    }
    }
    switch (x) {
    }
    switch (x + 1) {
    case 5:
        if (x)
        case 6:
            r += 2;
        else
        case 7:
            r += 3;
    }
    return r;
}
static int g(char c)
{
    switch (c) {
    case -1:
        return 1;
    case 'x':
        return 2;
    }
    return 3;
}
static int h(unsigned x)
{
    switch (x) {
    case -1:
        return 1;
    case 0x80000000:
        return 2;
    }
    return 3;
}
static int k(_Bool b)
{
    switch (b) {
    case 0:
        return 5;
    case 1:
        return 6;
    }
    return 7;
}
int main(void)
{
    for (int i = 0; i < 8; i++)
        printf("%d ", f(i));
    printf("%d%d %d%d%d %d%d\n", g(255), g('x'), h(~0u), h(1u << 31), h(5), k(0), k(2));
    int n = 0;
    while (n < 20) {
        switch (n) {
        case 3:
            n = 10;
            continue;
        case 12:
            break;
        default:
            n++;
            continue;
        }
        break;
    }
    printf("%d\n", n);
    return 0;
}
