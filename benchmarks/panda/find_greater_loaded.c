/* program: Figure 1, loaded
 * sizes: N elements, 100 unless -D N=... says otherwise
 * verdict: proved
 *
 * The first place of a value above a bound, in an array into which a loop has read
 * every element before.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef N
#define N 100
#endif

static void load_unknown_array(int *a)
{
    for (int j = 0; j < N; j++)
        a[j] = __VERIFIER_nondet_int();
}

static int find_greater(const int *a, int bound)
{
    for (int j = 0; j < N; j++)
        if (a[j] > bound)
            return j;
    return N;
}

int main(void)
{
    int a[N];
    int i;

    load_unknown_array(a);
    i = find_greater(a, 10);
    if (i != N && !(a[i] > 10))
        reach_error();
    return 0;
}
