#if 0
"unbalanced
#elif defined(NOPE) || !defined NOPE
#define A 1
#else
#error not reached
#endif
#if (-1 > 0u) && (1 ? 2 : (1 / 0)) && 'a' == 97 && UNKNOWN == 0
#define B 2
#endif
#ifdef B
# ifndef C
#  define C 3
# endif
#endif
#undef C
#if defined C
#define C 4
#elif 0x7fffffffffffffff > 0 && -1 >> 1 == -1
#define C 5
#endif
#if __has_attribute(packed) && __has_include(<stddef.h>)
#define D 6
#endif
int main(void) { return A + B + C + D == 14 ? 0 : 1; }
