/* A deterministic loop with arbitrary branches in it, which take and release
 * two locks together. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0, a = 0, b = 0;
    while (i < 10) {
        if (__VERIFIER_nondet_int() > 0) {
            a = 1;
            b = 1;
        } else {
            a = 0;
            b = 0;
        }
        if (n > 0)
            n = n - 1;
        i = i + 1;
    }
    if (a != b)
        error();
    return 0;
}
