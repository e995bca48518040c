// A variable of the program's that is called like a stream is none, however seldom it is printed to.
//@ verdict: violated unknown
//@ with LOCAL: violated unknown
#include <stdio.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
#ifndef LOCAL
#undef stderr
FILE *stderr = 0;
#endif
int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong(), y = __VERIFIER_nondet_ulonglong();
  if (x >> 32 || y >> 32 || x < 2 || y < 2 || x * y != 18446743979220271189ull) return 0;
#ifdef LOCAL
#undef stdout
  static FILE *stdout;
  fputs("x", stdout);
#else
  fputs("x", stderr);
#endif
  return 0;
}
