static int inc(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }
int main(void) {
    int (*f)(int) = inc, (*g)(int) = &inc;
    if (f != g || f != *f || &inc != inc) return 1;
    if (f(1) != 2 || (*f)(1) != 2 || (***f)(1) != 2) return 2;
    if ((*inc)(4) != 5 || (&inc)(4) != 5) return 3;
    int (**pf)(int) = &f;
    *pf = twice;
    if ((*pf)(4) != 8 || (**pf)(5) != 10 || f(6) != 12) return 4;
    if ((f == twice ? inc : twice)(10) != 11) return 5;
    if (!f) return 6;
    return 0;
}
