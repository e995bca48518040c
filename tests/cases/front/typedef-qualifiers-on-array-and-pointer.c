typedef int A[3];
typedef char *P;
static const A ca = { 1, 2, 3 };
int main(void) {
    const P p = (char[]){ "ab" };
    *p = 'x';
    if (p[0] != 'x') return 1;
    if (_Generic(&ca[0], const int *: 1, default: 0) != 1) return 2;
    if (_Generic(&p, char *const *: 1, default: 0) != 1) return 3;
    A m[2] = { { 1 }, { 2, 3 } };
    if (sizeof m != 24 || m[1][1] != 3) return 4;
    A u = { 7 }, *pa = &u;
    if ((*pa)[0] != 7) return 5;
    return 0;
}
