int main(void) {
    int a[4], *p = a, *e = a + 4;
    const int *c = &a[1];
    void *v = a;
    if (!(p < e) || p >= e || !(e > c)) return 1;
    if (v != p || p != v) return 2;
    if (!p || !(p && e)) return 3;
    int *z = 0;
    if (z || z != 0 || z != (void *)0 || 0 != z) return 4;
    if (!z != 1) return 5;
    int k = 0;
    for (p = a; p != e; ++p) k++;
    if (k != 4) return 6;
    _Bool b = p;
    if (b != 1 || (_Bool)z) return 7;
    return 0;
}
