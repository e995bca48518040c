/* Integer arithmetic of stdlib.h and inttypes.h. */

typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;

int abs(int x) {
    return x < 0 ? -x : x;
}

long labs(long x) {
    return x < 0 ? -x : x;
}

long long llabs(long long x) {
    return x < 0 ? -x : x;
}

intmax_t imaxabs(intmax_t x) {
    return x < 0 ? -x : x;
}

div_t div(int a, int b) {
    div_t r;
    r.quot = a / b;
    r.rem = a % b;
    return r;
}

ldiv_t ldiv(long a, long b) {
    ldiv_t r;
    r.quot = a / b;
    r.rem = a % b;
    return r;
}

lldiv_t lldiv(long long a, long long b) {
    lldiv_t r;
    r.quot = a / b;
    r.rem = a % b;
    return r;
}
