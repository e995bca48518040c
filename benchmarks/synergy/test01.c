/* Like Figure 3: the lock is held when the loop ends, however many requests
 * there were. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

enum { U, L };

int main(void)
{
    int requests = __VERIFIER_nondet_int();
    unsigned x, y = 0;
    int lock = U;
    do {
        lock = L;
        x = y;
        if (requests > 0) {
            requests = requests - 1;
            lock = U;
            y = y + 1;
        }
    } while (x != y);
    if (lock != L)
        error();
    return 0;
}
