static int n;
static int f(int v) { n++; return v; }
int main(void) {
    if ((f(3) ?: f(9)) != 3 || n != 1) return 1;
    if ((f(0) ?: f(9)) != 9 || n != 3) return 2;
    const char *p = 0;
    if ((p ?: "dflt")[0] != 'd') return 3;
    if (_Generic(1 ?: 2LL, long long: 1, default: 0) != 1) return 4;
    if ((-1 ?: 0u) < 0) return 5;
    if ((0.5 ?: 2) != 0.5) return 6;
    if ((0 ?: 0 ?: 7) != 7) return 7;
    return 0;
}
