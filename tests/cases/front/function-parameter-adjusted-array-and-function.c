static int f(int a[10]) { return sizeof a == sizeof(int *) ? a[1] : -1; }
static int g(int a[static 2], int b[const]) { return a[1] + b[0]; }
static int h(int fn(int), int x) { return fn(x) + (sizeof fn == sizeof(void *)); }
static int m(int a[][3]) { return a[1][2]; }
static int inc(int x) { return x + 1; }
static int walk(char s[]) { int n = 0; while (*s++) n++; return n; }
static int td(char *argv[]) { return argv[1][0]; }
int main(void) {
    int v[3] = { 1, 2, 3 }, w[2][3] = { { 0 }, { 4, 5, 6 } };
    if (f(v) != 2 || g(v, v + 2) != 5) return 1;
    if (h(inc, 4) != 6) return 2;
    if (m(w) != 6 || walk("four") != 4) return 3;
    if (td((char *[]){ "a", "b" }) != 'b') return 4;
    int (*fp)(int *) = f;
    return fp(v) == 2 ? 0 : 5;
}
