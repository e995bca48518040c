/* <stdlib.h>: abort, for programs that take its address, and what ends in it. The call by name in each
 * body is the operation itself, not a call of this function. */

_Noreturn void abort(void)
{
    abort();
}

/* What the macros of headers call where an assertion fails: assert_perror of glibc, assert of others. */

_Noreturn void __assert_perror_fail(int number, const char *file, unsigned line, const char *function)
{
    abort();
}

_Noreturn void __assert(const char *assertion, const char *file, int line)
{
    abort();
}

/* Newlib. */
_Noreturn void __assert_func(const char *file, int line, const char *function, const char *assertion)
{
    abort();
}

/* Darwin. */
_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *assertion)
{
    abort();
}

/* Windows. */
_Noreturn void _assert(const char *assertion, const char *file, unsigned line)
{
    abort();
}

_Noreturn void _wassert(const wchar_t *assertion, const wchar_t *file, unsigned line)
{
    abort();
}

/* What compilers and _FORTIFY_SOURCE call where they find memory overwritten. */

_Noreturn void __stack_chk_fail(void)
{
    abort();
}

_Noreturn void __chk_fail(void)
{
    abort();
}
