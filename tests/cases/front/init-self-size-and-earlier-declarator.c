int main(void) {
    int a = 3, b = a + 1, *p = &b, c = *p * 2;
    if (c != 8) return 1;
    void *self = &self;
    if (self != (void *)&self) return 2;
    unsigned n = sizeof n;
    if (n != 4) return 3;
    int v[3] = { a, v == &v[0], sizeof v };
    if (v[0] != 3 || v[1] != 1 || v[2] != 12) return 4;
    struct l { struct l *me; int k; } l = { &l, sizeof l.me == sizeof(void *) };
    if (l.me != &l || l.k != 1) return 5;
    return 0;
}
