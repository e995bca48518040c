//@ exit: 134
//@ gcc: sanitize
// A program that carries the expansion of assert itself.
extern void __assert_fail(const char *expr, const char *file, unsigned line,
                          const char *func) __attribute__((noreturn));

int main(void)
{
    int n = 3;
    if (!(n > 3))
        __assert_fail("n > 3", "t.c", 1, "main"); //~ fault: assertion
    return 0;
}
