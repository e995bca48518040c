// A thread may start a thread, which outlives it.
//@ verdict: violated
//@ with JOINED: proved
//@ args: --property ../unreach-call.prp
#include "threads.h"
int x;
void *inner(void *unused) { x = 1; return 0; }
void *outer(void *unused) {
  pthread_t b;
  pthread_create(&b, 0, inner, 0);
#ifdef JOINED
  pthread_join(b, 0);
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, outer, 0);
  pthread_join(a, 0);
  x = 2;
  if (x != 2) reach_error();
  return 0;
}
