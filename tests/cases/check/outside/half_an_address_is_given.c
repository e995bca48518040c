// Half of an address is no address: a function without a body that gets it does not change the object in a
// test, and that it could is said.
//@ verdict: unknown
//@ engines: dart
//@ data-model: lp64
//@ args: --timeout 10
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void h(void *);
int a[8];
static int b[8];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  for (int i = 0; i < n; i++) b[i] = 7;
  void *v = b;
  if (n == 4) a[3] = *(int *)&v;
  h(a);
  for (int i = 0; i < n; i++) assert(b[i] == 7);
  return 0;
}
