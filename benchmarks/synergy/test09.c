/* Like Figure 7. Violated. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x != y)
        if (2 * x == x + 10)
            error();
    return 0;
}
