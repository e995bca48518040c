/* A counter of two kinds of things. Needs x + y == z. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = 0, y = 0, z = 0;
    while (__VERIFIER_nondet_int() > 0) {
        if (__VERIFIER_nondet_int() > 0)
            x = x + 1;
        else
            y = y + 1;
        z = z + 1;
    }
    while (x != 0) {
        x = x - 1;
        z = z - 1;
    }
    while (y != 0) {
        y = y - 1;
        z = z - 1;
    }
    if (z != 0)
        error();
    return 0;
}
