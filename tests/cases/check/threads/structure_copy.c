// A structure is not copied in one step.
//@ verdict: unknown violated
//@ with LOCKED: proved
//@ args: --property ../unreach-call.prp
#include "threads.h"
struct pair { int a, b; } shared;
pthread_mutex_t m;
void lock(void) {
#ifdef LOCKED
  pthread_mutex_lock(&m);
#endif
}
void unlock(void) {
#ifdef LOCKED
  pthread_mutex_unlock(&m);
#endif
}
void *set(void *unused) {
  struct pair mine = {1, 1};
  lock();
  shared = mine;
  unlock();
  return 0;
}
int main(void) {
  pthread_t t;
  struct pair mine;
  pthread_create(&t, 0, set, 0);
  lock();
  mine = shared;
  unlock();
  if (mine.a != mine.b) reach_error();
  return 0;
}
