/* Proved with what a recursive procedure requires and ensures. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int down(int n)
{
    if (n <= 0)
        return 0;
    return down(n - 1);
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 100 && down(x) != 0)
        reach_error();
    return 0;
}
