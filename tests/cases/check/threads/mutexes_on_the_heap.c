// Mutexes that are not known by name.
//@ verdict: proved unknown
//@ with BUG: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
extern void *malloc(unsigned long);
pthread_mutex_t locks[2];
int x;
void *add(void *which) {
  pthread_mutex_t *l = which;
  pthread_mutex_lock(l);
  x = x + 1;
  pthread_mutex_unlock(l);
  return 0;
}
int main(void) {
  pthread_t a, b;
  int i = __VERIFIER_nondet_int() ? 1 : 0;
  pthread_create(&a, 0, add, &locks[i]);
#ifdef BUG
  i = 0;
#endif
  pthread_create(&b, 0, add, &locks[i]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2) reach_error();
  return 0;
}
