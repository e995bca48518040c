static int sum(int n) {
    int *p = __builtin_alloca(n * sizeof *p);
    for (int i = 0; i < n; i++) p[i] = i;
    int s = 0;
    while (n--) s += p[n];
    return s;
}
int main(void) {
    if (sum(10) != 45 || sum(1) != 0) return 1;
    // Storage lives until the function returns, not until the block ends.
    char *chain[4];
    for (int i = 0; i < 4; i++) {
        chain[i] = __builtin_alloca(8);
        chain[i][0] = 'a' + i;
    }
    for (int i = 0; i < 4; i++) if (chain[i][0] != 'a' + i) return 2;
    return 0;
}
