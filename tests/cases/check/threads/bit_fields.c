// Neighbouring bit-fields are one place of memory: who writes one writes the other.
//@ verdict: unknown violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
struct { unsigned a : 4, b : 4; } shared;
void *set(void *unused) {
  shared.a = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  shared.b = 1;
  pthread_join(t, 0);
  if (shared.a != 1 || shared.b != 1) reach_error();
  return 0;
}
