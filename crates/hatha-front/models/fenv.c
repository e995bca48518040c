/* <fenv.h>. Operations round to nearest; that mode can be set again and asked for. Other modes,
 * the flags of exceptions and traps are not modelled. */

extern void __hatha_unsupported_rounding_mode_other_than_to_nearest(void);
extern void __hatha_unsupported_flags_of_floating_exceptions(void);
extern void __hatha_unsupported_traps_of_floating_exceptions(void);
extern void __hatha_unsupported_floating_environment(void);

int fegetround(void)
{
    return 0;
}

int fesetround(int mode)
{
    if (mode != 0)
        __hatha_unsupported_rounding_mode_other_than_to_nearest();
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
