// Who waits for a condition has to look again: it may wake up without a signal.
//@ verdict: proved
//@ with BUG: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
pthread_mutex_t m;
pthread_cond_t c;
int ready, data;
void *producer(void *unused) {
  pthread_mutex_lock(&m);
  data = 7;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, producer, 0);
  pthread_mutex_lock(&m);
#ifdef BUG
  if (!ready)
#else
  while (!ready)
#endif
    pthread_cond_wait(&c, &m);
  if (data != 7) reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}
