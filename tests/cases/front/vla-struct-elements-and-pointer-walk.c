struct p { short x; char y; };
static int total(int n) {
    struct p v[n], *w[n];
    for (int i = 0; i < n; i++) v[i] = (struct p){ i, -i }, w[n - 1 - i] = &v[i];
    int s = sizeof v == n * sizeof(struct p) ? 0 : 1000;
    for (struct p **q = w; q != w + n; q++) s = s * 2 + (*q)->x + (*q)->y + 1;
    return s;
}
int main(void) {
    if (total(1) != 1 || total(4) != 15) return 1;
    int m = 2;
    int (*f[m])(int);
    f[0] = f[1] = total;
    return f[m - 1](3) == 7 && sizeof f == 2 * sizeof(void *) ? 0 : 2;
}
