int main(void) {
    int i = { 5 };
    int j = { 6, };
    char *p = { "str" };
    int a[] = { 1, 2, };
    struct { int x; } s = { { 3 }, };
    enum { A, B, } e = { B };
    if (i != 5 || j != 6 || p[2] != 'r') return 1;
    if (sizeof a != 2 * sizeof(int)) return 2;
    if (s.x != 3 || e != 1) return 3;
    double d = { 1 };
    if (d / 2 != 0.5) return 4;
    return 0;
}
