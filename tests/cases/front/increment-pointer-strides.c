struct s { char a[7]; };
int main(void) {
    struct s v[3] = { { "a" }, { "b" }, { "c" } };
    struct s *p = v;
    if (p++->a[0] != 'a' || p->a[0] != 'b') return 1;
    if ((++p)->a[0] != 'c') return 2;
    if ((char *)p - (char *)v != 14) return 3;
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int (*r)[3] = m;
    ++r;
    if ((*r)[0] != 4 || r[-1][2] != 3) return 4;
    int *q = *m;
    if (*++q != 2 || *q++ != 2 || *q-- != 3 || *q != 2) return 5;
    return 0;
}
