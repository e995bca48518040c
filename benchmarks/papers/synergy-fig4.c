/* SYNERGY, Figure 4: violated; a slice of the path needs to know that a[0] and
 * a[1] are two cells. The array is the function's own, with an input in its first
 * cell: of a pointer that comes from outside the length would be open. */
void error(void);
void __VERIFIER_assume(int);

void foo(int first)
{
    int a[2];
    int i, j;
    a[0] = first;
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
