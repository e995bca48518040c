// `x++` and `x += 1` read and write in two steps.
//@ verdict: violated
//@ with ATOMIC: proved
//@ args: --property ../unreach-call.prp
#include "threads.h"
int x;
void *add(void *unused) {
#ifdef ATOMIC
  __VERIFIER_atomic_begin();
#endif
  x++;
#ifdef ATOMIC
  __VERIFIER_atomic_end();
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
#ifdef ATOMIC
  __VERIFIER_atomic_begin();
#endif
  x += 1;
#ifdef ATOMIC
  __VERIFIER_atomic_end();
#endif
  pthread_join(a, 0);
  if (x != 2) reach_error();
  return 0;
}
