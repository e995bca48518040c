/* Unknown: the first test does not end, and no query about its end is easy. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned long long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    while (x * y != 0x123456789abcdefULL) {
        x = x * x + y;
        y = y * 3 + x;
    }
    reach_error();
    return 0;
}
