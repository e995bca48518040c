/* Unknown: no engine gets to an end within a second. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = 1;
    unsigned i = 0, n = __VERIFIER_nondet_uint();
    while (i < n) {
        c = c * a * b + i;
        a = (a << 3) ^ (b * c);
        i += 1;
    }
    if (c * c * c + a * b == 1234567891u && a * a * a + 7 == b * b)
        reach_error();
    return 0;
}
