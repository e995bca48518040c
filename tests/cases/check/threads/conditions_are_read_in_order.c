// The right operand of && is read later than the left one, and only if that is true.
//@ verdict: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
int a = 1, b;
void *swap(void *unused) { a = 0; b = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, swap, 0);
  if (a && b) reach_error();
  return 0;
}
