// Two threads that lock in opposite orders may block each other: what lies behind both is reached all the same.
//@ verdict: proved
//@ with BUG: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
pthread_mutex_t m, n;
int x;
void *one(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  x = x + 1;
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, one, 0);
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  x = x + 1;
  if (x > 2) reach_error();
#ifdef BUG
  if (x == 2) reach_error();
#endif
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return 0;
}
