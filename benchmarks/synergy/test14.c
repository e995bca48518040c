/* A deterministic loop, branches, and a loop of unknown length. Violated. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0, a = 0, b = 0;
    while (i < 10) {
        if (__VERIFIER_nondet_int() > 0)
            a = a + 1;
        else
            b = b + 1;
        if (n > 0)
            n = n - 1;
        i = i + 1;
    }
    if (b > 5)
        error();
    return 0;
}
