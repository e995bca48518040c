// A mutex found by going back from a pointer is the one that its place in the array names.
//@ verdict: violated
//@ with CHAR: violated
//@ with OTHER: proved
//@ args: --property ../unreach-call.prp
#include "threads.h"
pthread_mutex_t m[2];
void *hold(void *unused) {
  pthread_mutex_t *p = &m[1];
#ifdef CHAR
  p += (signed char)-1;
#elif !defined(OTHER)
  p += (short)-1;
#endif
  if (pthread_mutex_trylock(p) != 0) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m[0]);
  pthread_create(&t, 0, hold, 0);
  pthread_mutex_unlock(&m[0]);
  return 0;
}
