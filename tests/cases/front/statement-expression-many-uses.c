//@ stdout: 3 2
//@ stdout: 4
//@ stdout: 9
//@ stdout: 4 100
//@ stdout: 3
//@ stdout: 2
//@ stdout: 5
//@ stdout: 2;3;
// Statement expressions that return, loop, jump and yield structures.
#include <stdio.h>
#define MAX(a, b)                                                                                  \
    ({                                                                                             \
        __typeof__(a) _a = (a);                                                                    \
        __typeof__(b) _b = (b);                                                                    \
        _a > _b ? _a : _b;                                                                         \
    })
struct s {
    int a[3];
};
static int f(int x)
{
    int y = ({
        if (x > 5)
            return 100;
        x * 2;
    });
    return y;
}
int main(void)
{
    int i = 1;
    printf("%d %d\n", MAX(i++, 3), i);
    printf("%d\n", MAX(MAX(1, 2), MAX(4, 3)));
    struct s t = {{1, 2, 3}};
    printf("%d\n", ({
                       struct s u = t;
                       u.a[1] = 9;
                       u;
                   }).a[1]);
    printf("%d %d\n", f(2), f(6));
    int k = ({
        int s = 0;
        for (int j = 0; j < 5; j++) {
            if (j == 3)
                break;
            s += j;
        }
        s;
    });
    printf("%d\n", k);
    printf("%d\n", ({
               goto l;
               1;
           l:
               2;
           }));
    ({ ; });
    int *p = ({
        static int st = 5;
        &st;
    });
    printf("%d\n", *p);
    for (int j = ({
             int q = 2;
             q;
         });
         j < 4; j++)
        printf("%d;", j);
    puts("");
    return 0;
}
