/* Like Figure 1: a deterministic loop, then one of unknown length. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int i = 0, lock = 1;
    unsigned c = 0;
    while (i < 10) {
        c = c + i;
        i = i + 1;
    }
    while (a > 0)
        a = a - 1;
    if (lock != 1)
        error();
    return 0;
}
