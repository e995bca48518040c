// What a thread returns is what its join gives.
//@ verdict: proved
//@ with BUG: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
static int box = 1, other = 2;
void *give(void *what) {
  if (what) pthread_exit(&box);
  return &other;
}
int main(void) {
  pthread_t a, b;
  void *r, *s;
  pthread_create(&a, 0, give, 0);
  pthread_create(&b, 0, give, &box);
#ifdef BUG
  pthread_join(b, &r);
  pthread_join(a, &s);
#else
  pthread_join(a, &r);
  pthread_join(b, &s);
#endif
  if (r != &other || s != &box) reach_error();
  return 0;
}
