// The end of a wide text is as wide as its other characters.
//@ verdict: violated unknown
#include <stdio.h>
#include <wchar.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
_Alignas(4) static const char wide[6] = "a\0\0\0";
int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong(), y = __VERIFIER_nondet_ulonglong();
  if (x >> 32 || y >> 32 || x < 2 || y < 2 || x * y != 18446743979220271189ull) return 0;
  wprintf((const wchar_t *)wide);
  return 0;
}
