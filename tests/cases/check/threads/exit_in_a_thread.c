// A thread that ends the program ends it for all; one that does not end leaves the others alone.
//@ verdict: proved
//@ with LATER: violated
//@ with ENDLESS: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
extern void exit(int) __attribute__((noreturn));
int x;
void *stop(void *unused) {
#ifdef LATER
  x = 1;
#endif
#ifdef ENDLESS
  x = 1;
  while (1) {}
#endif
  exit(0);
  x = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, stop, 0);
  if (x) reach_error();
  return 0;
}
