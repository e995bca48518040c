/* Arbitrary values, assumptions and assertions for programs that hatha checks.
 *
 * To hatha these functions have a meaning of their own, and the weak definitions
 * below give way to it. In a native build the definitions are harmless: an
 * arbitrary value is zero, an assumption that does not hold ends the program
 * quietly, an assertion that does not hold aborts it. A program may define any of
 * them itself; its definition then counts, natively and to hatha.
 */
#ifndef HATHA_H
#define HATHA_H

#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#define HATHA_BOOL bool
#else
#define HATHA_BOOL _Bool
#endif

#define HATHA_WEAK __attribute__((weak))
#ifdef HATHA_REPLAY
/* The harness of a test defines these. */
#define HATHA_ANY(name, type) type hatha_any_##name(void);
#else
#define HATHA_ANY(name, type) \
    HATHA_WEAK type hatha_any_##name(void) { return (type)0; }
#endif

HATHA_ANY(bool, HATHA_BOOL)
HATHA_ANY(char, char)
HATHA_ANY(schar, signed char)
HATHA_ANY(uchar, unsigned char)
HATHA_ANY(short, short)
HATHA_ANY(ushort, unsigned short)
HATHA_ANY(int, int)
HATHA_ANY(uint, unsigned int)
HATHA_ANY(long, long)
HATHA_ANY(ulong, unsigned long)
HATHA_ANY(longlong, long long)
HATHA_ANY(ulonglong, unsigned long long)
HATHA_ANY(float, float)
HATHA_ANY(double, double)
HATHA_ANY(size, size_t)
HATHA_ANY(pointer, void *)

#ifdef HATHA_REPLAY
void hatha_assume(int condition);
#else
HATHA_WEAK void hatha_assume(int condition) {
    if (!condition)
        exit(0);
}
#endif

HATHA_WEAK void hatha_assert(int condition) {
    if (!condition)
        abort();
}

#undef HATHA_ANY
#undef HATHA_WEAK
#undef HATHA_BOOL

#ifdef __cplusplus
}
#endif

#endif
