// A sum that wraps around is no range: the assertion fails for 250 and more.
//@ verdict: violated unknown
//@ engines: intervals
//@ args: --timeout 5
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = a + 6;
  assert(b >= a);
  return 0;
}
