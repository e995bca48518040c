// Handles in an array are told apart.
//@ verdict: proved unknown
//@ with BUG: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
int x[2];
void *set(void *p) { *(int *)p = 1; return 0; }
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, set, &x[0]);
  pthread_create(&t[1], 0, set, &x[1]);
  pthread_join(t[0], 0);
#ifndef BUG
  pthread_join(t[1], 0);
#endif
  if (!x[0] || !x[1]) reach_error();
  return 0;
}
