/* <complex.h>: arguments and projections. */

extern double atan2(double y, double x);
extern float atan2f(float y, float x);

double carg(double _Complex z)
{
    return atan2(__imag__ z, __real__ z);
}

float cargf(float _Complex z)
{
    return atan2f(__imag__ z, __real__ z);
}

double _Complex cproj(double _Complex z)
{
    if (__builtin_isinf(__real__ z) || __builtin_isinf(__imag__ z)) {
        __imag__ z = __builtin_copysign(0.0, __imag__ z);
        __real__ z = __builtin_inf();
    }
    return z;
}

float _Complex cprojf(float _Complex z)
{
    if (__builtin_isinf(__real__ z) || __builtin_isinf(__imag__ z)) {
        __imag__ z = __builtin_copysignf(0.0f, __imag__ z);
        __real__ z = __builtin_inff();
    }
    return z;
}
