/* Proved with an invariant of the loop. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 1000;
    unsigned i = 0, a = 0, b = 0;
    while (i < n) {
        if (__VERIFIER_nondet_uint() & 1) {
            a += 1;
            b += 2;
        } else {
            a += 2;
            b += 1;
        }
        i += 1;
    }
    if (a + b != 3 * n)
        reach_error();
    return 0;
}
