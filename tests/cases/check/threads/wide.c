// Two halves of a number that is wider than a word may be written one after the other.
//@ verdict: unknown
//@ data-model: ilp32
//@ args: --property ../unreach-call.prp
#include "threads.h"
long long x;
void *set(void *unused) { x = -1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  long long seen = x;
  if (seen != 0 && seen != -1) reach_error();
  return 0;
}
