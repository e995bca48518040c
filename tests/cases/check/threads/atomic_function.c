// A function whose name says that it is atomic is one step, its result being stored behind it.
//@ verdict: proved
//@ with BUG: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
int x;
int __VERIFIER_atomic_take(void) { x = x + 1; return x; }
int take(void) { x = x + 1; return x; }
#ifdef BUG
#define TAKE take
#else
#define TAKE __VERIFIER_atomic_take
#endif
int a, b;
void *run(void *unused) { a = TAKE(); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  b = TAKE();
  pthread_join(t, 0);
  if (a == b) reach_error();
  return 0;
}
