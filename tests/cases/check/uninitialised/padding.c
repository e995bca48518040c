// Bytes between members have no value, and nobody needs one.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
#include <string.h>
struct mixed {
  char c;
  int n;
};
int main(void) {
  struct mixed a, b;
  a.c = 1;
  a.n = 2;
  memcpy(&b, &a, sizeof b);
#ifdef SAFE
  if (b.n == 2 && b.c == 1) return 1;
#else
  if (((unsigned char *)&b)[1] == 2) return 1;
#endif
  return 0;
}
