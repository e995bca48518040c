// Threads that a loop starts are counted up to a bound; behind it nothing is claimed.
//@ verdict: proved
//@ with THREE: violated
//@ with MANY: unknown
//@ args: --property ../unreach-call.prp
#include "threads.h"
#ifdef MANY
#define N 30
#elif defined(THREE)
#define N 3
#else
#define N 2
#endif
int x;
void *add(void *unused) {
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t t;
  int i;
  for (i = 0; i < N; i++) pthread_create(&t, 0, add, 0);
  __VERIFIER_atomic_begin();
  if (x > (N > 3 ? N : 2)) reach_error();
  __VERIFIER_atomic_end();
  return 0;
}
