/* Like Figure 7, with joins between the checks. Violated. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int z = 0;
    if (x > 10)
        z = 1;
    if (y == x + 5)
        z = z + 2;
    if (z == 3)
        error();
    return 0;
}
