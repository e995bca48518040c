//@ check: violated
// A local that only a path behind a failure reads is an input all the same.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));

static void fail(void)
{
    __VERIFIER_error();
}

static char get(int i)
{
    char c;
    char result;
    if (i == 0) {
        result = 1;
    } else if (i == 1) {
        result = 2;
    } else {
        fail();
        result = c;
    }
    return result;
}

int main(void)
{
    int n = 0;
    get(0);
    while (n < 3) {
        if (__VERIFIER_nondet_int() == 77)
            get(n);
        n++;
    }
    get(1);
    return 0;
}
