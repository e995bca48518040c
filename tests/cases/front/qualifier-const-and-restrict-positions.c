static int add(int *restrict a, const int *__restrict b, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i] += b[i];
    return s;
}
static int const g[] = { 1, 2, 3 };
static const char *const *restrict const names = (const char *const[]){ "a", "b" };
int main(void) {
    int a[3] = { 10, 20, 30 };
    if (add(a, g, 3) != 66 || a[2] != 33) return 1;
    int const *const volatile p = g;
    if (p[1] != 2 || names[1][0] != 'b') return 2;
    const struct { int x; int *q; } s = { 1, a };
    *s.q = 5;
    if (a[0] != 5) return 3;
    const const int k = 4;
    return (int){ k } + k == 8 ? 0 : 4;
}
