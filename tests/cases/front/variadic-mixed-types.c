#include <stdarg.h>
static long long run(const char *fmt, ...) {
    va_list ap;
    long long t = 0;
    va_start(ap, fmt);
    for (; *fmt; fmt++)
        switch (*fmt) {
        case 'i': t = t * 10 + va_arg(ap, int); break;
        case 'u': t = t * 10 + va_arg(ap, unsigned); break;
        case 'l': t = t * 10 + va_arg(ap, long); break;
        case 'L': t = t * 10 + va_arg(ap, long long); break;
        case 'd': t = t * 10 + (int)(va_arg(ap, double) * 2); break;
        case 'e': t = t * 10 + (int)va_arg(ap, long double); break;
        case 's': t = t * 10 + *va_arg(ap, const char *); break;
        }
    va_end(ap);
    return t;
}
int main(void) {
    float f = 1.5f;
    if (run("iuLdl", 1, 2u, 3LL, f, 4L) != 12334) return 1;
    if (run("deidL", 0.5, 2.0L, 3, 2.0, 5LL) != 12345) return 2;
    if (run("sLi", "\1", 4294967296LL, 7) != 42949673067LL) return 3;
    if (run("dddddddddd", .5, .5, .5, .5, .5, .5, .5, .5, .5, 1.) != 1111111112LL) return 4;
    return 0;
}
