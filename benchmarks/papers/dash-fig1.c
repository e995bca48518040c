/* DASH, Figure 1: the lock is acquired and released in strict alternation.
 * Proved if the pointers that the entry starts from lead to different objects;
 * violated otherwise, because pi->y may be pi->lock. The locks are parameters,
 * because globals of C start as null pointers. */
void error(void);
int __VERIFIER_nondet_int(void);

struct ProtectedInt {
    int *lock;
    int *y;
};

void LockUnlock(struct ProtectedInt *pi, int *lock1, int *lock2, int x)
{
    int do_return = 0;
    if (pi->lock == lock1) {
        do_return = 1;
        pi->lock = lock2;
    } else if (pi->lock == lock2) {
        do_return = 1;
        pi->lock = lock1;
    }
    /* initialize all locks to be unlocked */
    *(pi->lock) = 0;
    *lock1 = 0;
    *lock2 = 0;
    if (do_return)
        return;
    else {
        do {
            if (*(pi->lock) != 0)
                error();
            *(pi->lock) = 1; /* lock */
            if (*lock1 == 1 || *lock2 == 1)
                error();
            x = *(pi->y);
            if (__VERIFIER_nondet_int()) {
                (*(pi->y))++;
                if (*(pi->lock) != 1)
                    error();
                *(pi->lock) = 0; /* unlock */
            }
        } while (x != *(pi->y));
    }
    if (*(pi->lock) != 1)
        error();
    *(pi->lock) = 0; /* unlock */
}
