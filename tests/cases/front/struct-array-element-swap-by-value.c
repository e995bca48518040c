struct e { char k; double v; };
static void sort(struct e *a, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j].k < a[j - 1].k; j--) {
            struct e t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
}
int main(void) {
    struct e a[] = { { 'd', 4 }, { 'a', 1 }, { 'c', 3 }, { 'b', 2 } };
    sort(a, sizeof a / sizeof *a);
    for (int i = 0; i < 4; i++) if (a[i].k != 'a' + i || a[i].v != i + 1) return 1;
    return 0;
}
