// malloc of 0 bytes may give null.
//@ verdict: proved
//@ says: where C leaves it open, the C library does what glibc does (malloc of 0 bytes)
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char *p = malloc(__VERIFIER_nondet_uchar());
  assert(p);
  return 0;
}
