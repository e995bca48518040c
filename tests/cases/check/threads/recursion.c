// A function that calls itself is not looked into where several threads run.
//@ verdict: unknown
//@ args: --property ../unreach-call.prp
#include "threads.h"
int x;
void down(int n) { if (n > 0) { x = n; down(n - 1); } }
void *run(void *unused) { down(3); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  if (x == 2) reach_error();
  return 0;
}
