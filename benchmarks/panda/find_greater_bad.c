/* program: Figure 1
 * sizes: N elements, 100 unless -D N=... says otherwise
 * verdict: violated (a value that equals the bound counts as above it)
 *
 * The first place of a value above a bound. The array is a local that is never
 * written: an element is unknown until it is first read, and those behind the
 * place that is found are never read at all.
 */
extern void reach_error(void);

#ifndef N
#define N 100
#endif

static int find_greater(const int *a, int bound)
{
    for (int j = 0; j < N; j++)
        if (a[j] >= bound)
            return j;
    return N;
}

int main(void)
{
    int a[N];
    int i = find_greater(a, 10);

    if (i != N && !(a[i] > 10))
        reach_error();
    return 0;
}
