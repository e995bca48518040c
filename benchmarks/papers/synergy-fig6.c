/* SYNERGY, Figure 6: proved at once; the quotient under bisimulation has a class
 * for each number of rounds that are left. */
void error(void);
void __VERIFIER_assume(int);

void foo(int y)
{
    while (y > 0) {
        y = y - 1;
    }
    __VERIFIER_assume(0);
    error();
}
