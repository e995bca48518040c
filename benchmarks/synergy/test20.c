/* Two counters go up and down together, one of them in steps of two. Needs
 * y == 2 * x. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int() > 0) {
        x = x + 1;
        y = y + 2;
    }
    while (x != 0) {
        x = x - 1;
        y = y - 2;
    }
    if (y != 0)
        error();
    return 0;
}
