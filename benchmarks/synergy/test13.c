/* Figure 8 with 6 branches. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

enum { U, L };

int main(void)
{
    unsigned x0 = 0, x1 = 0, x2 = 0, x3 = 0, x4 = 0, x5 = 0;
    int lock = L;
    if (__VERIFIER_nondet_int())
        x0 = x0 + 1;
    else
        x0 = x0 - 1;
    if (__VERIFIER_nondet_int())
        x1 = x1 + 1;
    else
        x1 = x1 - 1;
    if (__VERIFIER_nondet_int())
        x2 = x2 + 1;
    else
        x2 = x2 - 1;
    if (__VERIFIER_nondet_int())
        x3 = x3 + 1;
    else
        x3 = x3 - 1;
    if (__VERIFIER_nondet_int())
        x4 = x4 + 1;
    else
        x4 = x4 - 1;
    if (__VERIFIER_nondet_int())
        x5 = x5 + 1;
    else
        x5 = x5 - 1;
    if (lock != L)
        error();
    return 0;
}
