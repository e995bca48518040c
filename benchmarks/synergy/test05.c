/* Like Figure 1: rounds by the input, and a check that contradicts itself.
 * Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int i = __VERIFIER_nondet_int();
    while (i > 0)
        i = i - 1;
    if (a > 5)
        if (a < 3)
            error();
    return 0;
}
