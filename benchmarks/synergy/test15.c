/* A check inside a loop. It fails only where two things meet: one counts for
 * ever, the other is never so. Proved; two classes of states are enough. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned i = 1;
    int x = 0;
    for (;;) {
        if (__VERIFIER_nondet_int() > 0) {
            if (i != 0)
                return 0;
            if (x == 0)
                return 0;
            error();
        }
        x = 0;
        i = i + 1;
    }
}
