// Atomic operations are not modelled in a program with threads.
//@ verdict: unknown
//@ reason: atomic operations
//@ args: --property ../unreach-call.prp
#include "threads.h"
int x;
void *add(void *unused) { __sync_fetch_and_add(&x, 1); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  __sync_fetch_and_add(&x, 1);
  pthread_join(t, 0);
  if (x != 2) reach_error();
  return 0;
}
