//@ stdout: 5 6 6 b 8 5
// Several names for one object.
#include <stdio.h>
static int real = 3;
extern int a1 __attribute__((alias("real")));
extern int a2 __attribute__((alias("a1")));
struct dev {
    int id;
    const char *n;
};
static const struct dev tab[] = {{1, "a"}, {2, "b"}, {0}};
extern const struct dev mod_tab[3] __attribute__((unused, alias("tab")));
int late;
extern int la __attribute__((alias("late2")));
int late2 = 8;
static int f0(int x)
{
    return x + 1;
}
int f1(int) __attribute__((alias("f0")));
int main(void)
{
    a1 = 5;
    printf("%d ", real);
    a2++;
    printf("%d %d %s %d %d\n", real, a1, mod_tab[1].n, la, f1(4));
    return 0;
}
