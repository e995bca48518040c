// Constraint violations that GCC 12 only warns about, with their defined outcome.
static const int k = 3;
static int f(unsigned *p) { return (int)*p; }
static int g(char *s) { return s[0]; }
int main(void) {
    int x = 5;
    int *p = &k;
    unsigned char text[] = "hi";
    if (*p != 3 || f(&x) != 5 || g(text) != 'h') return 1;
    __INTPTR_TYPE__ n = &x;
    int *q = n;
    *q = 6;
    char (*row)[2] = &"z";
    if (x != 6 || row[0][0] != 'z') return 2;
    return p == (void *)&k && q == &x ? 0 : 3;
}
