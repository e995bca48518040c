/* SYNERGY, Figure 8 for n = 8: proved. There are 2^8 paths, and one predicate
 * for each place closes them all. */
void error(void);
int __VERIFIER_nondet_int(void);

enum { U, L };

void foo(void)
{
    unsigned x0, x1, x2, x3, x4, x5, x6, x7;
    int lock = L;
    x0 = 0;
    x1 = 0;
    x2 = 0;
    x3 = 0;
    x4 = 0;
    x5 = 0;
    x6 = 0;
    x7 = 0;
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
    if (__VERIFIER_nondet_int())
        x6 = x6 + 1;
    else
        x6 = x6 - 1;
    if (__VERIFIER_nondet_int())
        x7 = x7 + 1;
    else
        x7 = x7 - 1;
    if (lock != L)
        error();
}
