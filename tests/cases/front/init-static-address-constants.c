struct s { int a; int f[4]; struct { char c, d; } in; };
static int arr[10], grid[3][4];
static struct s v;
static int fn(int x) { return x + 1; }
static int *p1 = &arr[2], *p2 = arr + 3, *p3 = &2[arr] + 4, *p4 = &v.f[1], *p5 = grid[1], *p6 = &grid[2][1];
static char *p7 = &v.in.d, *p8 = (char *)&v + 4, *p9 = "literal" + 3;
static int (*f1)(int) = fn, (*f2)(int) = &fn, (*f3)(int) = *fn;
static int (*row)[4] = &grid[1];
static void *pv = &p1;
static __PTRDIFF_TYPE__ diff = &arr[7] - &arr[3];
static int **pp = &p2;
int main(void) {
    if (p1 != arr + 2 || p2 - p1 != 1 || p3 != arr + 6) return 1;
    if (p4 != v.f + 1 || p5 != &grid[1][0] || *&p6 != &grid[2][1]) return 2;
    if (p7 != &v.in.d || p8 != (char *)v.f || *p9 != 'e') return 3;
    if (f1(1) != 2 || f2 != f1 || f3(4) != 5) return 4;
    if (row[0] + 4 != grid[2] || pv != (void *)&p1) return 5;
    if (diff != 4 || *pp != arr + 3) return 6;
    return 0;
}
