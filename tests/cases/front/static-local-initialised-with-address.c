static int f(void) { return 21; }
static int *where(int k) {
    static int a[3] = { 1, 2, 3 };
    static int *p = a + 1;
    static int (*fp)(void) = f;
    static const char *const names[] = { "zero", "one" };
    p[0] += k;
    return fp() == 21 && names[1][0] == 'o' ? p : 0;
}
int main(void) {
    if (*where(1) != 3 || *where(2) != 5) return 1;
    if (where(0)[-1] != 1 || where(0)[1] != 3) return 2;
    return 0;
}
