// A copy reads and writes all its bytes.
//@ verdict: violated
//@ reason: out-of-bounds
//@ with SAFE: proved
//@ args: --checks memory
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char a[8] = "1234567", b[6];
  unsigned n = __VERIFIER_nondet_uint();
#ifdef SAFE
  if (n > sizeof b) return 0;
#else
  if (n > sizeof a) return 0;
#endif
  memcpy(b, a, n);
  return 0;
}
