// Whether a thread gets a mutex again that it holds depends on the kind of the mutex.
//@ verdict: unknown
//@ with LOCAL: unknown
//@ with FREE: proved
//@ reason: a mutex
//@ args: --property ../unreach-call.prp
#include "threads.h"
void *nothing(void *unused) { return 0; }
#ifndef LOCAL
pthread_mutex_t m = {{0, 0, 0, 0, 1}};
#endif
int main(void) {
  pthread_t t;
#ifdef LOCAL
  pthread_mutex_t m = {{0, 0, 0, 0, 1}};
#endif
  pthread_create(&t, 0, nothing, 0);
#ifndef FREE
  pthread_mutex_lock(&m);
#endif
  if ((pthread_mutex_trylock(&m) == 0) != (0
#ifdef FREE
      + 1
#endif
      )) reach_error();
  return 0;
}
