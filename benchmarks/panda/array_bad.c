/* program: Array
 * sizes: 4 elements
 * verdict: violated (the last reading is never compared)
 *
 * The smallest of some readings, found while they come in: no reading is below
 * it, and it is one of them or the start value.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define READINGS 4

static void check(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    int reading[READINGS];
    int smallest = __VERIFIER_nondet_int();
    int start = smallest;
    int found = 0;

    for (int i = 0; i < READINGS; i++) {
        reading[i] = __VERIFIER_nondet_int();
        if (i + 1 < READINGS && reading[i] < smallest)
            smallest = reading[i];
    }
    for (int i = 0; i < READINGS; i++) {
        check(reading[i] >= smallest);
        if (reading[i] == smallest)
            found = 1;
    }
    check(found || smallest == start);
    return 0;
}
