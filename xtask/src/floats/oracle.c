/* Results of floating operators by the processor and by MPFR.
 *
 * Reads requests from standard input and answers each on standard output, until the input ends.
 * A request is four 32-bit words (operator, rounding mode, width of the format, count) and then
 * `count` times three 64-bit operands. An answer is `count` times two 64-bit results: the
 * processor's and MPFR's. NO_RESULT stands where one of them has no such operation.
 */
#include <stdint.h>
#define MPFR_USE_INTMAX_T
#include <fenv.h>
#include <immintrin.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADD, SUB, MUL, DIV, FMA, SQRT, REM, FMOD, INTEGRAL, EQ, LT, LE, TO_16, TO_32, TO_64,
       FROM_I32, FROM_I64, TO_I32, TO_I64 };
enum { EVEN, AWAY, UP, DOWN, ZERO };

/* No operator here gives it: it is a signalling NaN of binary64, and too wide for the others. */
#define NO_RESULT 0xfff0dead0000beefull

static const int MODES[] = { FE_TONEAREST, -1, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };

static float single(uint64_t bits) { uint32_t b = bits; float x; memcpy(&x, &b, 4); return x; }
static double whole(uint64_t bits) { double x; memcpy(&x, &bits, 8); return x; }
static _Float16 half(uint64_t bits) { uint16_t b = bits; _Float16 x; memcpy(&x, &b, 2); return x; }
static uint64_t bits32(float x) { uint32_t b; memcpy(&b, &x, 4); return b; }
static uint64_t bits64(double x) { uint64_t b; memcpy(&b, &x, 8); return b; }
static uint64_t bits16(_Float16 x) { uint16_t b; memcpy(&b, &x, 2); return b; }

/* One instruction each: a compiler may exchange the operands of `+`, and then another NaN wins. */
#define INSTRUCTION(name, text, type) \
    static type name(type a, type b) { __asm__ volatile(text " %1, %0" : "+x"(a) : "x"(b)); return a; }
INSTRUCTION(add32, "addss", float) INSTRUCTION(sub32, "subss", float)
INSTRUCTION(mul32, "mulss", float) INSTRUCTION(div32, "divss", float)
INSTRUCTION(add64, "addsd", double) INSTRUCTION(sub64, "subsd", double)
INSTRUCTION(mul64, "mulsd", double) INSTRUCTION(div64, "divsd", double)
static float sqrt32(float a) { float r; __asm__ volatile("sqrtss %1, %0" : "=x"(r) : "x"(a)); return r; }
static double sqrt64(double a) { double r; __asm__ volatile("sqrtsd %1, %0" : "=x"(r) : "x"(a)); return r; }

static uint64_t processor32(int op, int mode, const uint64_t *v)
{
    float a = single(v[0]), b = single(v[1]), c = single(v[2]);
    switch (op) {
    case INTEGRAL: return bits32(mode == AWAY ? roundf(a) : rintf(a));
    case EQ: return a == b;
    case LT: return a < b;
    case LE: return a <= b;
    case REM: return bits32(remainderf(a, b));
    case FMOD: return bits32(fmodf(a, b));
    case TO_32: return NO_RESULT;
    case TO_64: return bits64((double)a);
    case TO_I64: return mode == AWAY ? llroundf(a) : _mm_cvtss_si64(_mm_set_ss(a));
    }
    if (mode == AWAY) return NO_RESULT;
    switch (op) {
    case ADD: return bits32(add32(a, b));
    case SUB: return bits32(sub32(a, b));
    case MUL: return bits32(mul32(a, b));
    case DIV: return bits32(div32(a, b));
    case FMA: return bits32(fmaf(a, b, c));
    case SQRT: return bits32(sqrt32(a));
    case TO_16: return bits16((_Float16)a);
    case FROM_I32: return bits32((float)(int32_t)v[0]);
    case FROM_I64: return bits32((float)(int64_t)v[0]);
    case TO_I32: return (uint32_t)_mm_cvtss_si32(_mm_set_ss(a));
    }
    return NO_RESULT;
}

static uint64_t processor64(int op, int mode, const uint64_t *v)
{
    double a = whole(v[0]), b = whole(v[1]), c = whole(v[2]);
    switch (op) {
    case INTEGRAL: return bits64(mode == AWAY ? round(a) : rint(a));
    case EQ: return a == b;
    case LT: return a < b;
    case LE: return a <= b;
    case REM: return bits64(remainder(a, b));
    case FMOD: return bits64(fmod(a, b));
    case TO_64: return NO_RESULT;
    case TO_I64: return mode == AWAY ? llround(a) : _mm_cvtsd_si64(_mm_set_sd(a));
    }
    if (mode == AWAY) return NO_RESULT;
    switch (op) {
    case ADD: return bits64(add64(a, b));
    case SUB: return bits64(sub64(a, b));
    case MUL: return bits64(mul64(a, b));
    case DIV: return bits64(div64(a, b));
    case FMA: return bits64(fma(a, b, c));
    case SQRT: return bits64(sqrt64(a));
    case TO_16: return bits16((_Float16)a);
    case TO_32: return bits32((float)a);
    case FROM_I32: return bits64((double)(int32_t)v[0]);
    case FROM_I64: return bits64((double)(int64_t)v[0]);
    case TO_I32: return (uint32_t)_mm_cvtsd_si32(_mm_set_sd(a));
    }
    return NO_RESULT;
}

/* binary16 through binary64. Sums and products are exact there; a quotient or root has more than
 * twice the digits, so that rounding it again changes nothing. */
static uint64_t processor16(int op, int mode, const uint64_t *v)
{
    double a = half(v[0]), b = half(v[1]);
    switch (op) {
    case INTEGRAL: return bits16((_Float16)(mode == AWAY ? round(a) : rint(a)));
    case EQ: return a == b;
    case LT: return a < b;
    case LE: return a <= b;
    case REM: return bits16((_Float16)remainder(a, b));
    case FMOD: return bits16((_Float16)fmod(a, b));
    case TO_32: return bits32((float)a);
    case TO_64: return bits64(a);
    case TO_I64: return mode == AWAY ? llround(a) : _mm_cvtsd_si64(_mm_set_sd(a));
    }
    if (mode == AWAY) return NO_RESULT;
    switch (op) {
    case ADD: return bits16((_Float16)add64(a, b));
    case SUB: return bits16((_Float16)sub64(a, b));
    case MUL: return bits16((_Float16)mul64(a, b));
    case DIV: return bits16((_Float16)div64(a, b));
    case SQRT: return bits16((_Float16)sqrt64(a));
    case FROM_I32: return bits16((_Float16)(double)(int32_t)v[0]);
    case TO_I32: return (uint32_t)_mm_cvtsd_si32(_mm_set_sd(a));
    }
    return NO_RESULT;
}

/* MPFR: numbers of a format, and rounding to it. */

struct format { int width, precision, exponent; };
static const struct format FORMATS[] = { { 16, 11, 5 }, { 32, 24, 8 }, { 64, 53, 11 } };

static const struct format *format_of(int width)
{
    return &FORMATS[width == 16 ? 0 : width == 32 ? 1 : 2];
}

static int bias(const struct format *f) { return (1 << (f->exponent - 1)) - 1; }

static mpfr_t operand[3], exact, lower, upper, middle;

static void decode(mpfr_t x, const struct format *f, uint64_t bits)
{
    int fraction = f->precision - 1;
    uint64_t magnitude = bits & ((1ull << (f->width - 1)) - 1);
    uint64_t stored = magnitude >> fraction, digits = magnitude & ((1ull << fraction) - 1);
    int sign = bits >> (f->width - 1) & 1 ? -1 : 1;
    mpfr_set_prec(x, 64);
    if (stored == (1ull << f->exponent) - 1) {
        if (digits) mpfr_set_nan(x); else mpfr_set_inf(x, sign);
        return;
    }
    if (stored) digits |= 1ull << fraction; else stored = 1;
    mpfr_set_uj_2exp(x, digits, (intmax_t)stored - bias(f) - fraction, MPFR_RNDN);
    mpfr_setsign(x, x, sign < 0, MPFR_RNDN);
}

/* The bits of a number that belongs to the format. */
static uint64_t encode(const struct format *f, mpfr_t x)
{
    int fraction = f->precision - 1;
    uint64_t sign = mpfr_signbit(x) ? 1ull << (f->width - 1) : 0;
    uint64_t infinity = ((1ull << f->exponent) - 1) << fraction;
    if (mpfr_nan_p(x)) return infinity | 1ull << (fraction - 1);
    if (mpfr_inf_p(x)) return sign | infinity;
    if (mpfr_zero_p(x)) return sign;
    /* Between a half and one times a power of two. */
    long exponent = mpfr_get_exp(x) - 1;
    long least = 1 - bias(f);
    long unit = (exponent < least ? least : exponent) - fraction;
    mpfr_mul_2si(middle, x, -unit, MPFR_RNDN);
    uint64_t digits = mpfr_get_uj(middle, MPFR_RNDZ);
    if (mpfr_signbit(x)) {
        mpfr_neg(middle, middle, MPFR_RNDN);
        digits = mpfr_get_uj(middle, MPFR_RNDZ);
    }
    if (exponent < least) return sign | digits;
    return sign + ((uint64_t)(exponent + bias(f)) << fraction) + (digits - (1ull << fraction));
}

static void limits(const struct format *f)
{
    mpfr_set_emin(2 - bias(f) - f->precision + 1);
    mpfr_set_emax(bias(f) + 1);
}

static void no_limits(void)
{
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
}

static const mpfr_rnd_t ROUNDINGS[] = { MPFR_RNDN, MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ };

static int apply(int op, mpfr_t r, mpfr_rnd_t rnd)
{
    switch (op) {
    case ADD: return mpfr_add(r, operand[0], operand[1], rnd);
    case SUB: return mpfr_sub(r, operand[0], operand[1], rnd);
    case MUL: return mpfr_mul(r, operand[0], operand[1], rnd);
    case DIV: return mpfr_div(r, operand[0], operand[1], rnd);
    case FMA: return mpfr_fma(r, operand[0], operand[1], operand[2], rnd);
    case SQRT: return mpfr_sqrt(r, operand[0], rnd);
    case REM: return mpfr_remainder(r, operand[0], operand[1], rnd);
    case FMOD: return mpfr_fmod(r, operand[0], operand[1], rnd);
    default: return mpfr_set(r, operand[0], rnd);
    }
}

static void rounded_by_mpfr(int op, const struct format *f, mpfr_rnd_t rnd, mpfr_t r)
{
    mpfr_set_prec(r, f->precision);
    limits(f);
    int ternary = apply(op, r, rnd);
    mpfr_check_range(r, ternary, rnd);
    mpfr_subnormalize(r, ternary, rnd);
    no_limits();
}

/* Ties away from zero, which MPFR does not do with subnormal numbers: the neighbour that is not
 * farther, by comparison with the point between both. */
static uint64_t nearest_away(int op, const struct format *f)
{
    rounded_by_mpfr(op, f, MPFR_RNDZ, lower);
    if (mpfr_nan_p(lower) || mpfr_inf_p(lower)) return encode(f, lower);
    rounded_by_mpfr(op, f, MPFR_RNDA, upper);
    if (mpfr_equal_p(lower, upper)) return encode(f, lower);
    uint64_t down = encode(f, lower), up = encode(f, upper);
    if (mpfr_inf_p(upper)) mpfr_set_si_2exp(upper, mpfr_signbit(upper) ? -1 : 1, bias(f) + 1, MPFR_RNDN);
    mpfr_add(middle, lower, upper, MPFR_RNDN);
    mpfr_div_2ui(middle, middle, 1, MPFR_RNDN);
    /* Many digits, cut: a point in the middle has few, so that it is met only exactly. */
    apply(op, exact, MPFR_RNDZ);
    return mpfr_cmpabs(exact, middle) >= 0 ? up : down;
}

static void integral(int mode, mpfr_t r, mpfr_t x)
{
    mpfr_set_prec(r, 64);
    switch (mode) {
    case EVEN: mpfr_roundeven(r, x); break;
    case AWAY: mpfr_round(r, x); break;
    case UP: mpfr_ceil(r, x); break;
    case DOWN: mpfr_floor(r, x); break;
    case ZERO: mpfr_trunc(r, x); break;
    }
}

static uint64_t to_integer(int mode, int width)
{
    integral(mode, exact, operand[0]);
    intmax_t least = width == 32 ? INT32_MIN : INT64_MIN;
    if (!mpfr_fits_intmax_p(exact, MPFR_RNDZ)) return width == 32 ? (uint32_t)least : least;
    intmax_t n = mpfr_get_sj(exact, MPFR_RNDZ);
    if (width == 64) return n;
    return (uint32_t)(n < INT32_MIN || n > INT32_MAX ? INT32_MIN : n);
}

static uint64_t library(int op, int mode, int width, const uint64_t *v)
{
    const struct format *f = format_of(width), *to = f;
    if (op == FROM_I32 || op == FROM_I64) {
        mpfr_set_prec(operand[0], 64);
        mpfr_set_sj(operand[0], op == FROM_I32 ? (int32_t)v[0] : (int64_t)v[0], MPFR_RNDN);
    } else {
        for (int i = 0; i < (op == FMA ? 3 : 2); i++) decode(operand[i], f, v[i]);
    }
    switch (op) {
    case EQ: return mpfr_equal_p(operand[0], operand[1]) != 0;
    case LT: return mpfr_less_p(operand[0], operand[1]) != 0;
    case LE: return mpfr_lessequal_p(operand[0], operand[1]) != 0;
    case TO_I32: return to_integer(mode, 32);
    case TO_I64: return to_integer(mode, 64);
    case INTEGRAL: integral(mode, lower, operand[0]); return encode(f, lower);
    case TO_16: to = format_of(16); break;
    case TO_32: to = format_of(32); break;
    case TO_64: to = format_of(64); break;
    }
    if (mode == AWAY) return nearest_away(op, to);
    rounded_by_mpfr(op, to, ROUNDINGS[mode], lower);
    return encode(to, lower);
}

int main(void)
{
    uint32_t head[4];
    mpfr_t *all[] = { &operand[0], &operand[1], &operand[2], &exact, &lower, &upper, &middle };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) mpfr_init2(*all[i], 256);
    while (fread(head, sizeof head, 1, stdin) == 1) {
        size_t count = head[3];
        uint64_t *in = malloc(count * 24 + 1), *out = malloc(count * 16 + 1);
        if (!in || !out || fread(in, 24, count, stdin) != count) return 1;
        /* All of the processor's first: setting the mode costs more than an operation. */
        if (MODES[head[1]] >= 0) fesetround(MODES[head[1]]);
        for (size_t i = 0; i < count; i++) {
            const uint64_t *v = in + 3 * i;
            out[2 * i] = head[2] == 16 ? processor16(head[0], head[1], v)
                : head[2] == 32 ? processor32(head[0], head[1], v) : processor64(head[0], head[1], v);
        }
        fesetround(FE_TONEAREST);
        for (size_t i = 0; i < count; i++) out[2 * i + 1] = library(head[0], head[1], head[2], in + 3 * i);
        if (fwrite(out, 16, count, stdout) != count || fflush(stdout)) return 1;
        free(in);
        free(out);
    }
    return 0;
}
