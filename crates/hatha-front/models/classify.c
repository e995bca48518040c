/* Classification of floating values. */

typedef union { double value; unsigned char bytes[sizeof(double)]; } double_bytes;
typedef union { float value; unsigned char bytes[sizeof(float)]; } float_bytes;
typedef union { long double value; unsigned char bytes[sizeof(long double)]; } long_double_bytes;

int __isnan(double x) {
    return x != x;
}

int isnan(double x) {
    return x != x;
}

int __isinf(double x) {
    return x > 1.7976931348623157e308 ? 1 : x < -1.7976931348623157e308 ? -1 : 0;
}

int isinf(double x) {
    return x > 1.7976931348623157e308 ? 1 : x < -1.7976931348623157e308 ? -1 : 0;
}

int __finite(double x) {
    return x <= 1.7976931348623157e308 && x >= -1.7976931348623157e308;
}

int finite(double x) {
    return x <= 1.7976931348623157e308 && x >= -1.7976931348623157e308;
}

int __signbit(double x) {
    double_bytes u;
    u.value = x;
    return u.bytes[__hatha_double_sign] >= 128;
}

int __fpclassify(double x) {
    if (x != x)
        return 0;
    if (x > 1.7976931348623157e308 || x < -1.7976931348623157e308)
        return 1;
    if (x == 0)
        return 2;
    return x < 2.2250738585072014e-308 && x > -2.2250738585072014e-308 ? 3 : 4;
}

int __isnanf(float x) {
    return x != x;
}

int isnanf(float x) {
    return x != x;
}

int __isinff(float x) {
    return x > 3.40282347e38f ? 1 : x < -3.40282347e38f ? -1 : 0;
}

int isinff(float x) {
    return x > 3.40282347e38f ? 1 : x < -3.40282347e38f ? -1 : 0;
}

int __finitef(float x) {
    return x <= 3.40282347e38f && x >= -3.40282347e38f;
}

int finitef(float x) {
    return x <= 3.40282347e38f && x >= -3.40282347e38f;
}

int __signbitf(float x) {
    float_bytes u;
    u.value = x;
    return u.bytes[__hatha_float_sign] >= 128;
}

int __fpclassifyf(float x) {
    if (x != x)
        return 0;
    if (x > 3.40282347e38f || x < -3.40282347e38f)
        return 1;
    if (x == 0)
        return 2;
    return x < 1.17549435e-38f && x > -1.17549435e-38f ? 3 : 4;
}

int __isnanl(long double x) {
    return x != x;
}

int isnanl(long double x) {
    return x != x;
}

int __isinfl(long double x) {
    return x > __hatha_long_double_max ? 1 : x < -__hatha_long_double_max ? -1 : 0;
}

int isinfl(long double x) {
    return x > __hatha_long_double_max ? 1 : x < -__hatha_long_double_max ? -1 : 0;
}

int __finitel(long double x) {
    return x <= __hatha_long_double_max && x >= -__hatha_long_double_max;
}

int finitel(long double x) {
    return x <= __hatha_long_double_max && x >= -__hatha_long_double_max;
}

int __signbitl(long double x) {
    long_double_bytes u;
    u.value = x;
    return u.bytes[__hatha_long_double_sign] >= 128;
}

int __fpclassifyl(long double x) {
    if (x != x)
        return 0;
    if (x > __hatha_long_double_max || x < -__hatha_long_double_max)
        return 1;
    if (x == 0)
        return 2;
    return x < __hatha_long_double_min && x > -__hatha_long_double_min ? 3 : 4;
}
