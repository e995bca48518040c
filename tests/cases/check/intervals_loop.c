// Ranges of variables prove it without a question to a solver.
//@ verdict: proved
//@ engines: intervals auto
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i;
  for (i = 0; i < 100; i++) {
    int k = __VERIFIER_nondet_int();
    if (k > 10 || k < 0) k = 3;
    assert(k <= 10);
    assert(i < 100);
  }
  assert(i == 100);
  unsigned u = __VERIFIER_nondet_int();
  u %= 17;
  unsigned char c = u * 3;
  assert(c <= 48);
  while (u > 3) u--;
  assert(u <= 3);
  return 0;
}
