/* A deterministic loop with arbitrary branches in it; the invariant is checked
 * after it. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0, lock = 1;
    while (i < 10) {
        if (__VERIFIER_nondet_int() > 0) {
            if (n > 0)
                n = n - 1;
        }
        i = i + 1;
    }
    if (lock != 1)
        error();
    return 0;
}
