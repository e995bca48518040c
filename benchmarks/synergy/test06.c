/* Like Figure 1, with no loop left. Violated. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int c = 0;
    if (a <= 0)
        c = 1;
    error();
    return c;
}
