// Up to version 2.37 glibc rounds it up, and refuses it since.
//@ verdict: violated unknown
//@ with POWER: proved unknown
#include <assert.h>
#include <stdlib.h>
int main(void) {
#ifdef POWER
  char *p = aligned_alloc(32, 64);
#else
  char *p = aligned_alloc(24, 48);
#endif
  assert(p);
  free(p);
  return 0;
}
