// Characters may lie anywhere, and so may a copy.
//@ verdict: violated
//@ reason: misaligned
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
#include <string.h>
int main(void) {
  char bytes[8] = {0};
  int n = 3;
  memcpy(bytes + 1, &n, sizeof n);
#ifdef SAFE
  memcpy(&n, bytes + 1, sizeof n);
  return n;
#else
  return *(int *)(bytes + (((unsigned long)bytes & 1) ? 2 : 1));
#endif
}
