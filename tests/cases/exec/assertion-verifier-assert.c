//@ gcc: none __VERIFIER_assert is in no library
// The checker's own assertion, declared but not defined.
extern void __VERIFIER_assert(int cond);

int main(void)
{
    unsigned x = 0;
    while (x < 10)
        x += 3;
    __VERIFIER_assert(x == 12);
    __VERIFIER_assert(x == 10); //~ fault: assertion
    return 0;
}
