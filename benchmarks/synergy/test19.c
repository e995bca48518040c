/* A counter with steps of two. Needs that it is even. Proved. */
void error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = 0;
    while (__VERIFIER_nondet_int() > 0)
        x = x + 2;
    if (x == 4711)
        error();
    return 0;
}
