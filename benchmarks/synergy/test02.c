/* Like Figure 3: the lock is taken and released in strict alternation.
 * Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

enum { U, L };

int main(void)
{
    int requests = __VERIFIER_nondet_int();
    unsigned x, y = __VERIFIER_nondet_int();
    int lock = U;
    do {
        if (lock != U)
            error();
        lock = L;
        x = y;
        if (requests > 0) {
            requests = requests - 1;
            if (lock != L)
                error();
            lock = U;
            y = y + 1;
        }
    } while (x != y);
    if (lock != L)
        error();
    return 0;
}
