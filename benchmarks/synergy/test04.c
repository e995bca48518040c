/* Like Figure 1: ten rounds, and the input decides afterwards. Violated. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int i = 0;
    unsigned c = 0;
    while (i < 10) {
        c = c + i;
        i = i + 1;
    }
    if (a > 45)
        error();
    return 0;
}
