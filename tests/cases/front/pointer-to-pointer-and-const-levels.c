int main(void) {
    int x = 1, y = 2;
    int *p = &x, *const cp = &y;
    const int *pc = &x;
    int **pp = &p;
    int *const *ppc = &cp;
    **pp = 5;
    if (x != 5 || *pc != 5) return 1;
    *pp = &y;
    **pp = 7;
    if (y != 7 || **ppc != 7) return 2;
    *cp = 8;
    if (y != 8) return 3;
    pc = &y;
    if (*pc != 8) return 4;
    int ***ppp = &pp;
    ***ppp += 1;
    if (y != 9) return 5;
    return 0;
}
