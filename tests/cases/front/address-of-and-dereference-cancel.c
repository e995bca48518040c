static int f(void) { return 3; }
int main(void) {
    int a[3] = { 1, 2, 3 }, *z = 0;
    int (*pa)[3] = &a;
    if (&*z != 0) return 1;
    if (&a[3] != a + 3 || &*(a + 3) != a + 3) return 2;
    if (*&a != a || **&pa != a || (*&a)[1] != 2) return 3;
    if (&*f != f || (*&f)() != 3 || **f != f) return 4;
    if (sizeof *&a != 12 || sizeof *pa != 12 || sizeof &*a != sizeof(int *)) return 5;
    *&*&a[0] = 9;
    return a[0] == 9 ? 0 : 6;
}
