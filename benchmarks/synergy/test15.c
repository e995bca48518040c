/* A check inside a loop. It fails only where two things meet: one counts for
 * ever, the other is never so. Proved; two classes of states are enough. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0;
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if ((i < 0) & (x != 0))
            error();
        x = 0;
        i = (int)((unsigned)i + 1);
    }
    return 0;
}
