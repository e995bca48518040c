int main(void) {
    int a[10];
    int *p = a + 2, *q = &a[9];
    if (q - p != 7 || p - q != -7) return 1;
    if (*&p != 2 + a) return 2;
    if (&a[3] != 3 + a || &3[a] != a + 3) return 3;
    if ((char *)q - (char *)p != 7 * (int)sizeof(int)) return 4;
    if (&a[10] - a != 10) return 5;
    if (p + -2 != a) return 6;
    if (&p[-1] != a + 1) return 7;
    int (*r)[10] = &a;
    if ((int *)(r + 1) != a + 10) return 8;
    if (_Generic(q - p, __PTRDIFF_TYPE__: 1, default: 0) != 1) return 9;
    if ((q - p) / -2 != -3) return 10;
    return 0;
}
