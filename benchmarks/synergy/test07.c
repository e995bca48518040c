/* Like Figure 1: three rounds, and two counters that agree. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, c = 0;
    while (i < 3) {
        c = c + 1;
        i = i + 1;
    }
    if (c != 3)
        error();
    return 0;
}
