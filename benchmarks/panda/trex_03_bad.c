/* program: TREX 03
 * sizes: no arrays; three unsigned inputs without a bound
 * verdict: violated (the last unit of air is never used)
 *
 * Three supplies, one unit of one of them used in every round, until one is used
 * up. No variable alone counts the rounds, and the inputs do not bound them.
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static void check(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    unsigned int fuel = __VERIFIER_nondet_uint();
    unsigned int water = __VERIFIER_nondet_uint();
    unsigned int air = __VERIFIER_nondet_uint();

    while (fuel > 0 && water > 0 && air > 1) {
        if (__VERIFIER_nondet_bool())
            fuel = fuel - 1;
        else if (__VERIFIER_nondet_bool())
            water = water - 1;
        else
            air = air - 1;
    }
    check(fuel == 0 || water == 0 || air == 0);
    return 0;
}
