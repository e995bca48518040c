/* SYNERGY, Figure 1: violated; predicate abstraction finds one predicate for
 * each round of the loop. The sum is unsigned, because it would overflow. */
void error(void);
void __VERIFIER_assume(int);

void foo(int a)
{
    int i;
    unsigned c;
    i = 0;
    c = 0;
    while (i < 1000) {
        c = c + i;
        i = i + 1;
    }
    __VERIFIER_assume(a <= 0);
    error();
}
