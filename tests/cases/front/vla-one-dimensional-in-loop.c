int main(void) {
    int total = 0;
    for (int n = 1; n <= 5; n++) {
        char v[n * 2];
        v[0] = n;
        v[n * 2 - 1] = n;
        total += sizeof v;
        if (n == 3) continue;
        total += v[n * 2 - 1] + (n == 1 ? 0 : v[0]);
    }
    if (total != 30 + 12 + 11) return 1;
    int n = 4;
    int a[n], *e = a + n;
    for (int *p = a; p < e; p++) *p = p - a;
    n = 1;
    return sizeof a == 16 && a[3] == 3 && &a[1] - a == 1 ? 0 : 2;
}
