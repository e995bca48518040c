// Variables of which each thread has its own are not modelled in a program with threads.
//@ verdict: unknown
//@ reason: variables of each thread
//@ args: --property ../unreach-call.prp
#include "threads.h"
_Thread_local int x;
void *set(void *unused) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  pthread_join(t, 0);
  if (x) reach_error();
  return 0;
}
