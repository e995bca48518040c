//@ stdout: 56;1;5;8;56;56;50;56;
// Cases inside blocks and loops: the objects around them exist.
#include <stdio.h>
static int f(int x)
{
    int r = 0;
    switch (x) {
        int a[2];
        struct {
            int v;
        } s;
    case 0:
        a[0] = 1;
        r = a[0];
        break;
        {
            int b[2];
        case 1:
            b[0] = 2;
            s.v = 3;
            r = b[0] + s.v;
            if (x == 9) {
                int c[2];
            case 2:
                c[1] = 8;
                r += c[1];
            }
            break;
        }
    default:
        a[1] = 6;
        r = a[1];
        for (;;) {
            int d[1];
        case 5:
            d[0] = 50;
            r += d[0];
            break;
        }
    }
    return r;
}
int main(void)
{
    for (int i = -1; i < 7; i++)
        printf("%d;", f(i));
    puts("");
    return 0;
}
