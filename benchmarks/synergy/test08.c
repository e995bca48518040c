/* Like Figure 6: the error is behind a contradiction, and the loop has a class
 * of states for each number of rounds that are left. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int y = __VERIFIER_nondet_int();
    int x = 1;
    while (y > 0)
        y = y - 1;
    if (x != 1)
        error();
    return 0;
}
