/* Two counters go up together and down together. Needs x == y. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int() > 0) {
        x = x + 1;
        y = y + 1;
    }
    while (x != 0) {
        x = x - 1;
        y = y - 1;
    }
    if (y != 0)
        error();
    return 0;
}
