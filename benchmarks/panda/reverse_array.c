/* program: Reverse Array
 * sizes: 6 elements
 * verdict: proved
 *
 * An array of unknown values, turned round in place by exchanges from both ends,
 * and compared with a copy from before.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define LENGTH 6

static void check(int holds)
{
    if (!holds)
        reach_error();
}

static void exchange(int *one, int *other)
{
    int kept = *one;

    *one = *other;
    *other = kept;
}

int main(void)
{
    int values[LENGTH], before[LENGTH];
    int low = 0, high = LENGTH - 1;

    for (int i = 0; i < LENGTH; i++) {
        values[i] = __VERIFIER_nondet_int();
        before[i] = values[i];
    }
    while (low < high) {
        exchange(&values[low], &values[high]);
        low++;
        high--;
    }
    for (int i = 0; i < LENGTH; i++)
        check(values[i] == before[LENGTH - i - 1]);
    return 0;
}
