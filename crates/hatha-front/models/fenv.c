/* <fenv.h>. The rounding mode is a variable, which the operations of a program that calls
 * fesetround have as an operand; the numbers are those of x86. The flags of exceptions and traps
 * are not modelled. */

extern void __hatha_unsupported_unknown_rounding_mode(void);
extern void __hatha_unsupported_flags_of_floating_exceptions(void);
extern void __hatha_unsupported_traps_of_floating_exceptions(void);
extern void __hatha_unsupported_floating_environment(void);

static int __hatha_rounding_mode = 0;

int fegetround(void)
{
    return __hatha_rounding_mode;
}

int fesetround(int mode)
{
    enum { NEAREST = 0, DOWNWARD = 0x400, UPWARD = 0x800, TOWARD_ZERO = 0xc00 };
    if (mode != NEAREST && mode != DOWNWARD && mode != UPWARD && mode != TOWARD_ZERO)
        __hatha_unsupported_unknown_rounding_mode();
    __hatha_rounding_mode = mode;
    return 0;
}

/* Nothing that is modelled tells whether a flag is set. */
int feclearexcept(int exceptions)
{
    return 0;
}

int feraiseexcept(int exceptions)
{
    return 0;
}

int fetestexcept(int exceptions)
{
    __hatha_unsupported_flags_of_floating_exceptions();
    return 0;
}

int fegetexceptflag(void *flags, int exceptions)
{
    __hatha_unsupported_flags_of_floating_exceptions();
    return 0;
}

int fesetexceptflag(const void *flags, int exceptions)
{
    __hatha_unsupported_flags_of_floating_exceptions();
    return 0;
}

int feenableexcept(int exceptions)
{
    __hatha_unsupported_traps_of_floating_exceptions();
    return 0;
}

int fedisableexcept(int exceptions)
{
    __hatha_unsupported_traps_of_floating_exceptions();
    return 0;
}

int fegetexcept(void)
{
    __hatha_unsupported_traps_of_floating_exceptions();
    return 0;
}

int fegetenv(void *environment)
{
    __hatha_unsupported_floating_environment();
    return 0;
}

int fesetenv(const void *environment)
{
    __hatha_unsupported_floating_environment();
    return 0;
}

int feholdexcept(void *environment)
{
    __hatha_unsupported_floating_environment();
    return 0;
}

int feupdateenv(const void *environment)
{
    __hatha_unsupported_floating_environment();
    return 0;
}

int fegetmode(void *modes)
{
    __hatha_unsupported_floating_environment();
    return 0;
}

int fesetmode(const void *modes)
{
    __hatha_unsupported_floating_environment();
    return 0;
}
