/* Arbitrary values, assumptions and assertions for programs that hatha checks.
 *
 * To hatha these functions have a meaning of their own, and the weak definitions
 * below give way to it. In a native build the definitions are harmless: an
 * arbitrary value is zero, an assumption that does not hold ends the program
 * quietly, an assertion that does not hold aborts it, hatha_valid(p, n) is whether p is
 * not null, and hatha_fresh(n) is a block of zeros. A program may define any of
 * them itself; its definition then counts, natively and to hatha.
 *
 * To hatha, hatha_valid(p, n) says whether the n bytes from p on lie in one object
 * that lives, and hatha_fresh(n) is a new object of n bytes with any contents, which
 * free may end. hatha_assume(hatha_valid(p, n)) is what a caller promises.
 *
 * hatha_requires(c), at the start of a function, is what the function demands of its
 * callers: an assertion at every call in the program, and assumed where the function is
 * the one that hatha starts from. hatha_ensures(c), before a return, is what it promises:
 * an assertion. In a native build both abort where they do not hold.
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

HATHA_WEAK void hatha_requires(int condition) {
    if (!condition)
        abort();
}

HATHA_WEAK void hatha_ensures(int condition) {
    if (!condition)
        abort();
}

HATHA_WEAK int hatha_valid(const void *p, size_t n) {
    (void)n;
    return p != 0;
}

HATHA_WEAK void *hatha_fresh(size_t n) {
    return calloc(n ? n : 1, 1);
}

#undef HATHA_ANY
#undef HATHA_WEAK
#undef HATHA_BOOL

#ifdef __cplusplus
}
#endif

#endif
