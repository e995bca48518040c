/* SYNERGY, Figure 4: violated; a slice of the path needs to know that a[0] and
 * a[1] are two objects. The sum stays below 10^6 / 2, so it does not overflow. */
void error(void);
void __VERIFIER_assume(int);

void foo(int a[])
{
    int i, j;
    i = 0;
    j = 1;
    a[j] = 0;
    while (i < 1000) {
        a[j] = a[j] + i;
        i = i + 1;
    }
    __VERIFIER_assume(a[0] <= 0);
    error();
}
