// What other macros than the assert of glibc call where an assertion fails.
//@ verdict: violated
//@ with DARWIN: violated
//@ with NEWLIB: violated
//@ with PERROR: violated
//@ with OTHER: proved unknown
#define _GNU_SOURCE
extern int __VERIFIER_nondet_int(void);
#if defined(PERROR)
#include <assert.h>
#elif defined(DARWIN)
extern void __assert_rtn(const char *, const char *, int, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_rtn(__func__, __FILE__, __LINE__, #e))
#elif defined(NEWLIB)
extern void __assert_func(const char *, int, const char *, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_func(__FILE__, __LINE__, __func__, #e))
#elif defined(OTHER)
// Somebody else's.
extern void __assert(int);
#define assert(e) __assert(e)
#else
extern void __assert(const char *, const char *, int) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert(#e, __FILE__, __LINE__))
#endif
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef PERROR
  assert_perror(x);
#else
  assert(x != 3);
#endif
  return 0;
}
