/* SYNERGY, Figure 3, with the lock in a variable of its own: proved. */
void error(void);
int __VERIFIER_nondet_int(void);

enum { U, L };

void foo(int y)
{
    int x;
    int lock = U;
    do {
        lock = L;
        x = y;
        if (__VERIFIER_nondet_int()) {
            lock = U;
            y++;
        }
    } while (x != y);
    if (lock != L)
        error();
}
