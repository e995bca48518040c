// What is moved is asked for only on the ways that read it.
//@ verdict: proved
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), x, y;
    if (n > 3)
        x = n;
    y = x;
#ifdef WRONG
    if (n > 2)
#else
    if (n > 4)
#endif
        return y > 2;
    return 0;
}
