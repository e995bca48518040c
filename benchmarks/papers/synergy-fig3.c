/* SYNERGY, Figure 3: proved. The lock is held whenever the loop ends. */
void error(void);
int __VERIFIER_nondet_int(void);

enum { U, L };
struct { int state; } lock;

void foo(int y)
{
    int x;
    lock.state = U;
    do {
        lock.state = L;
        x = y;
        if (__VERIFIER_nondet_int()) {
            lock.state = U;
            y++;
        }
    } while (x != y);
    if (lock.state != L)
        error();
}
