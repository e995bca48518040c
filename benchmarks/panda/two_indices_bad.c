/* program: Two Indices
 * sizes: 8 elements read, 4 written
 * verdict: violated (the copies are read back with the wrong speed)
 *
 * Every second element of an array of unknown values is copied to a shorter one:
 * two indices that move at different speeds, and whose relation holds throughout.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define SHORT 4
#define LONG (2 * SHORT)

static void check(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    int samples[LONG], kept[SHORT];
    int i, j;

    for (i = 0; i < LONG; i++)
        samples[i] = __VERIFIER_nondet_int();
    i = 0;
    j = 0;
    while (i < LONG) {
        kept[j] = samples[i];
        i = i + 2;
        j = j + 1;
        check(i == 2 * j);
    }
    for (j = 0; j < SHORT; j++)
        check(kept[j] == samples[j]);
    return 0;
}
