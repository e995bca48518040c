// What an operation on threads gives is stored behind it: another thread may come between.
//@ verdict: violated
//@ with LOCK: violated
//@ with UNLOCK: violated
//@ with WORD: violated
//@ with CREATE: violated
//@ with KEPT: proved
//@ args: --property ../unreach-call.prp
#include "threads.h"
int r = 5, done, k;
pthread_mutex_t m, some[2];
void *run(void *unused) {
#ifdef LOCK
  r = pthread_mutex_lock(&m);
#elif defined(UNLOCK)
  pthread_mutex_lock(&m);
  done = 1;
  r = pthread_mutex_unlock(&m);
#elif defined(WORD)
  pthread_mutex_lock(&some[k]);
  done = 1;
  r = pthread_mutex_unlock(&some[k]);
#elif defined(CREATE)
  if (r == 5) reach_error();
#elif defined(KEPT)
  pthread_mutex_lock(&m);
  r = pthread_mutex_trylock(&some[0]);
  pthread_mutex_unlock(&m);
#else
  r = pthread_mutex_trylock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
#ifdef CREATE
  r = pthread_create(&t, 0, run, 0);
#else
  pthread_create(&t, 0, run, 0);
#endif
#if defined(UNLOCK) || defined(WORD)
#ifdef WORD
  pthread_mutex_t *p = &some[k];
#else
  pthread_mutex_t *p = &m;
#endif
  int seen;
  pthread_mutex_lock(p);
  seen = done;
  pthread_mutex_unlock(p);
  if (seen && r == 5) reach_error();
#elif defined(KEPT)
  pthread_mutex_lock(&m);
  if (pthread_mutex_trylock(&some[0]) != 0 && r == 5) reach_error();
  pthread_mutex_unlock(&m);
#elif !defined(CREATE)
  if (pthread_mutex_trylock(&m) != 0 && r == 5) reach_error();
#endif
  return 0;
}
