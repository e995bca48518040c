// A mutex that is only tried to lock shows who holds it.
//@ verdict: violated
//@ with NEVER: proved
//@ args: --property ../unreach-call.prp
#include "threads.h"
pthread_mutex_t m;
void *hold(void *unused) {
#ifndef NEVER
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, hold, 0);
  if (pthread_mutex_trylock(&m) != 0) reach_error();
  return 0;
}
