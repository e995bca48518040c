// Peterson's algorithm excludes both from the critical section; with the two first writes exchanged it does not.
//@ verdict: proved
//@ with BUG: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
int flag1, flag2, turn, inside;
void *first(void *unused) {
#ifdef BUG
  turn = 1;
  flag1 = 1;
#else
  flag1 = 1;
  turn = 1;
#endif
  while (flag2 && turn == 1) {}
  inside = 1;
  if (inside != 1) reach_error();
  flag1 = 0;
  return 0;
}
void *second(void *unused) {
  flag2 = 1;
  turn = 0;
  while (flag1 && turn == 0) {}
  inside = 2;
  if (inside != 2) reach_error();
  flag2 = 0;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  return 0;
}
