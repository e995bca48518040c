/* Arbitrary values, assumptions and assertions for programs that hatha checks.
 *
 * Under hatha (and any tool that defines HATHA) the functions below have a
 * meaning of their own and need no definition. In a native build they are
 * harmless: an arbitrary value is zero, an assumption that does not hold ends
 * the program quietly, and an assertion that does not hold aborts it.
 */
#ifndef HATHA_H
#define HATHA_H

#ifdef __cplusplus
extern "C" {
#endif

#ifdef HATHA

_Bool hatha_any_bool(void);
char hatha_any_char(void);
signed char hatha_any_schar(void);
unsigned char hatha_any_uchar(void);
short hatha_any_short(void);
unsigned short hatha_any_ushort(void);
int hatha_any_int(void);
unsigned int hatha_any_uint(void);
long hatha_any_long(void);
unsigned long hatha_any_ulong(void);
long long hatha_any_longlong(void);
unsigned long long hatha_any_ulonglong(void);
float hatha_any_float(void);
double hatha_any_double(void);
__SIZE_TYPE__ hatha_any_size(void);
void *hatha_any_pointer(void);
void hatha_assume(int condition);
void hatha_assert(int condition);

#else

#include <stdlib.h>

#define HATHA_ANY(name, type) \
    static inline type hatha_any_##name(void) { return (type)0; }
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
#ifdef __cplusplus
HATHA_ANY(bool, bool)
#else
HATHA_ANY(bool, _Bool)
#endif
#undef HATHA_ANY

static inline void hatha_assume(int condition) {
    if (!condition)
        exit(0);
}

static inline void hatha_assert(int condition) {
    if (!condition)
        abort();
}

#endif

#ifdef __cplusplus
}
#endif

#endif
