//@ stdout: 1 1 1 5 5 8 9 12 13 5
// The class of a type, after promotion and decay.
#include <stdio.h>

enum e { A };
struct s { int a; };
union u { int a; };

int main(void)
{
    enum e e = A;
    _Bool b = 0;
    char c = 0;
    int a[3] = {0};
    double d = 0;
    _Complex double z = 0;
    struct s s = {0};
    union u u = {0};
    printf("%d %d %d %d %d ", __builtin_classify_type(e), __builtin_classify_type(b),
           __builtin_classify_type(c), __builtin_classify_type(a), __builtin_classify_type(&c));
    printf("%d %d %d %d %d\n", __builtin_classify_type(d), __builtin_classify_type(z),
           __builtin_classify_type(s), __builtin_classify_type(u), __builtin_classify_type(main));
    return 0;
}
