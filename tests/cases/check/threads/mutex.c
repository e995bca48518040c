// A mutex keeps an update whole; without it one is lost.
//@ verdict: proved
//@ with BUG: violated
//@ says: accesses to memory are interleaved one at a time
//@ args: --property ../unreach-call.prp
#include "threads.h"
pthread_mutex_t m;
int x;
void *add(void *unused) {
#ifndef BUG
  pthread_mutex_lock(&m);
#endif
  x = x + 1;
#ifndef BUG
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2) reach_error();
  return 0;
}
