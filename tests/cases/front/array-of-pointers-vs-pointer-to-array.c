int main(void) {
    int x[3] = { 1, 2, 3 }, y = 9;
    int *ap[3] = { x, x + 1, &y };
    int (*pa)[3] = &x;
    if (sizeof ap != 3 * sizeof(void *)) return 1;
    if (sizeof *pa != sizeof x || sizeof pa != sizeof(void *)) return 2;
    if (*ap[2] != 9 || ap[1][1] != 3) return 3;
    if ((*pa)[2] != 3 || pa[0][1] != 2) return 4;
    int *(*pap)[3] = &ap;
    if (*(*pap)[1] != 2 || **(*pap + 2) != 9) return 5;
    char *names[] = { "x", "yy", 0 };
    int n = 0;
    for (char **s = names; *s; s++) n++;
    if (n != 2) return 6;
    return 0;
}
