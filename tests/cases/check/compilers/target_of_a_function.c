// With fused operations a product and a sum are rounded once.
//@ verdict: unknown
//@ reason: attribute 'target'
//@ with PRAGMA: unknown
#include <assert.h>
#ifdef PRAGMA
#pragma GCC target("fma")
static double f(double a, double b, double c) {
#else
__attribute__((target("fma"))) static double f(double a, double b, double c) {
#endif
  return a * b + c;
}
int main(void) {
  volatile double e = 0x1p-30;
  double a = 1 + e;
  assert(f(a, a, -(1 + 2 * e)) == 0);
  return 0;
}
