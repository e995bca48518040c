int main(void) {
    int n = 1, total = 0;
again:;
    int v[n];
    for (int i = 0; i < n; i++) v[i] = i + 1;
    total += v[n - 1] + (int)(sizeof v / sizeof *v);
    if (++n <= 4) goto again;
    if (total != 20) return 1;
    {
        int k = 0;
    top:;
        int fresh = 5;
        fresh += k;
        if (++k < 3) goto top;
        if (fresh != 7) return 2;
    }
    return 0;
}
