/* Quotients of complex numbers, as gcc's run-time library computes them: Smith's method, with
 * scaling where an intermediate result would leave the range; floats through doubles. */

/* x + iy where the plain formula gave no number: C11 G.5.1. */
static float _Complex mendf(float a, float b, float c, float d, float x, float y)
{
    float _Complex z;
    float inf = __builtin_inf();
    _Bool far_a = __builtin_isinf(a), far_b = __builtin_isinf(b);
    _Bool far_c = __builtin_isinf(c), far_d = __builtin_isinf(d);
    if (c == 0 && d == 0 && (a == a || b == b)) {
        x = __builtin_copysignf(inf, c) * a;
        y = __builtin_copysignf(inf, c) * b;
    } else if ((far_a || far_b) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
        a = __builtin_copysignf(far_a ? 1 : 0, a);
        b = __builtin_copysignf(far_b ? 1 : 0, b);
        x = inf * (a * c + b * d);
        y = inf * (b * c - a * d);
    } else if ((far_c || far_d) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
        c = __builtin_copysignf(far_c ? 1 : 0, c);
        d = __builtin_copysignf(far_d ? 1 : 0, d);
        x = 0 * (a * c + b * d);
        y = 0 * (b * c - a * d);
    }
    __real__ z = x;
    __imag__ z = y;
    return z;
}

float _Complex __divsc3(float a, float b, float c, float d)
{
    float _Complex z;
    double p = a, q = b, r = c, s = d;
    double below = r * r + s * s;
    float x = (p * r + q * s) / below, y = (q * r - p * s) / below;
    if (x != x && y != y)
        return mendf(a, b, c, d, x, y);
    __real__ z = x;
    __imag__ z = y;
    return z;
}

/* x + iy where the plain formula gave no number: C11 G.5.1. */
static double _Complex mend(double a, double b, double c, double d, double x, double y)
{
    double _Complex z;
    double inf = __builtin_inf();
    _Bool far_a = __builtin_isinf(a), far_b = __builtin_isinf(b);
    _Bool far_c = __builtin_isinf(c), far_d = __builtin_isinf(d);
    if (c == 0 && d == 0 && (a == a || b == b)) {
        x = __builtin_copysign(inf, c) * a;
        y = __builtin_copysign(inf, c) * b;
    } else if ((far_a || far_b) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
        a = __builtin_copysign(far_a ? 1 : 0, a);
        b = __builtin_copysign(far_b ? 1 : 0, b);
        x = inf * (a * c + b * d);
        y = inf * (b * c - a * d);
    } else if ((far_c || far_d) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
        c = __builtin_copysign(far_c ? 1 : 0, c);
        d = __builtin_copysign(far_d ? 1 : 0, d);
        x = 0 * (a * c + b * d);
        y = 0 * (b * c - a * d);
    }
    __real__ z = x;
    __imag__ z = y;
    return z;
}

static double size(double x)
{
    return x < 0 ? -x : x;
}

/* Whether scaling up helps: a part is tiny and nothing else is large. */
static _Bool tiny(double small, double other, double d)
{
    double bound = 0x1.fffffffffffffp1023 / 2 * 0x1p-52;
    return size(small) < 0x1p-1022 && size(other) < bound && size(d) < bound;
}

double _Complex __divdc3(double a, double b, double c, double d)
{
    double _Complex z;
    _Bool swap = size(c) < size(d);
    double large = swap ? d : c;
    double p = a, q = b, r = c, s = d;
    if (size(large) >= 0x1.fffffffffffffp1023 / 2) {
        p /= 2, q /= 2, r /= 2, s /= 2;
        large /= 2;
    }
    if (size(large) < 0x1p-52 || tiny(p, q, large) || tiny(q, p, large)) {
        double up = 1 / 0x1p-52;
        p *= up, q *= up, r *= up, s *= up;
    }
    double ratio = swap ? r / s : s / r;
    double below = swap ? r * ratio + s : s * ratio + r;
    double x, y;
    if (size(ratio) > 0x1p-1022) {
        x = swap ? (p * ratio + q) / below : (q * ratio + p) / below;
        y = swap ? (q * ratio - p) / below : (q - p * ratio) / below;
    } else {
        x = swap ? (r * (p / s) + q) / below : (s * (q / r) + p) / below;
        y = swap ? (r * (q / s) - p) / below : (q - s * (p / r)) / below;
    }
    if (x != x && y != y)
        return mend(a, b, c, d, x, y);
    __real__ z = x;
    __imag__ z = y;
    return z;
}

/* x + iy where the plain formula gave no number: C11 G.5.1. */
static long double _Complex mendl(long double a, long double b, long double c, long double d, long double x, long double y)
{
    long double _Complex z;
    long double inf = __builtin_inf();
    _Bool far_a = __builtin_isinf(a), far_b = __builtin_isinf(b);
    _Bool far_c = __builtin_isinf(c), far_d = __builtin_isinf(d);
    if (c == 0 && d == 0 && (a == a || b == b)) {
        x = __builtin_copysignl(inf, c) * a;
        y = __builtin_copysignl(inf, c) * b;
    } else if ((far_a || far_b) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
        a = __builtin_copysignl(far_a ? 1 : 0, a);
        b = __builtin_copysignl(far_b ? 1 : 0, b);
        x = inf * (a * c + b * d);
        y = inf * (b * c - a * d);
    } else if ((far_c || far_d) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
        c = __builtin_copysignl(far_c ? 1 : 0, c);
        d = __builtin_copysignl(far_d ? 1 : 0, d);
        x = 0 * (a * c + b * d);
        y = 0 * (b * c - a * d);
    }
    __real__ z = x;
    __imag__ z = y;
    return z;
}

static long double sizel(long double x)
{
    return x < 0 ? -x : x;
}

/* Whether scaling up helps: a part is tiny and nothing else is large. */
static _Bool tinyl(long double small, long double other, long double d)
{
    long double bound = 0x1.fffffffffffffffep16383L / 2 * 0x1p-63L;
    return sizel(small) < 0x1p-16382L && sizel(other) < bound && sizel(d) < bound;
}

long double _Complex __divxc3(long double a, long double b, long double c, long double d)
{
    long double _Complex z;
    _Bool swap = sizel(c) < sizel(d);
    long double large = swap ? d : c;
    long double p = a, q = b, r = c, s = d;
    if (sizel(large) >= 0x1.fffffffffffffffep16383L / 2) {
        p /= 2, q /= 2, r /= 2, s /= 2;
        large /= 2;
    }
    if (sizel(large) < 0x1p-63L || tinyl(p, q, large) || tinyl(q, p, large)) {
        long double up = 1 / 0x1p-63L;
        p *= up, q *= up, r *= up, s *= up;
    }
    long double ratio = swap ? r / s : s / r;
    long double below = swap ? r * ratio + s : s * ratio + r;
    long double x, y;
    if (sizel(ratio) > 0x1p-16382L) {
        x = swap ? (p * ratio + q) / below : (q * ratio + p) / below;
        y = swap ? (q * ratio - p) / below : (q - p * ratio) / below;
    } else {
        x = swap ? (r * (p / s) + q) / below : (s * (q / r) + p) / below;
        y = swap ? (r * (q / s) - p) / below : (q - s * (p / r)) / below;
    }
    if (x != x && y != y)
        return mendl(a, b, c, d, x, y);
    __real__ z = x;
    __imag__ z = y;
    return z;
}
