// What a thread wrote before it blocks for ever, fails an assumption or faults is seen by the others.
//@ verdict: violated
//@ with ASSUME: violated
//@ with FAULT: violated
//@ with LOCK: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
int x, zero;
pthread_mutex_t m;
void *stop(void *unused) {
  int local = 0;
#ifdef LOCK
  pthread_mutex_lock(&m);
#endif
  x = 1;
#ifdef ASSUME
  __VERIFIER_assume(local);
#elif defined(FAULT)
  local = 1 / local;
#elif defined(LOCK)
#else
  while (!local) {}
#endif
  x = 0;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, stop, 0);
#ifdef LOCK
  if (pthread_mutex_trylock(&m) != 0 && x) reach_error();
#else
  if (x) reach_error();
#endif
  return 0;
}
