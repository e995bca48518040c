typedef void (*generic)(void);
static double half(double d) { return d / 2; }
static int one(void) { return 1; }
static int apply(int (*f)(), int n) { return f(n); }
static int neg(int x) { return -x; }
int main(void) {
    generic g = (generic)half;
    if (((double (*)(double))g)(3) != 1.5) return 1;
    generic tab[] = { (generic)one, g };
    if (((int (*)(void))tab[0])() != 1) return 2;
    void *v = (void *)one;
    if (((int (*)(void))v)() != 1) return 3;
    if (apply(neg, 4) != -4) return 4;
    return 0;
}
