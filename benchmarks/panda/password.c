/* program: Password
 * sizes: 5 digits
 * verdict: proved
 *
 * A password and a guess, both unknown. Every digit is compared, so that the time
 * says nothing of the place of a difference; a guess that passes is the password,
 * and one that does not pass differs from it.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define DIGITS 5

static void check(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    int password[DIGITS], guess[DIGITS];
    int differences = 0;
    int passes = 1;

    for (int i = 0; i < DIGITS; i++) {
        password[i] = __VERIFIER_nondet_int();
        guess[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < DIGITS; i++)
        if (password[i] != guess[i]) {
            passes = 0;
            differences++;
        }
    if (passes)
        for (int i = 0; i < DIGITS; i++)
            check(password[i] == guess[i]);
    else
        check(differences > 0);
    return 0;
}
