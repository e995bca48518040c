// A local of main whose address a thread has is shared.
//@ verdict: violated
//@ with JOINED: proved
//@ args: --property ../unreach-call.prp
#include "threads.h"
void *set(void *p) {
  *(int *)p = 1;
  return 0;
}
int main(void) {
  int mine = 0;
  pthread_t a;
  pthread_create(&a, 0, set, &mine);
#ifdef JOINED
  pthread_join(a, 0);
  if (mine != 1) reach_error();
#else
  if (mine != 0) reach_error();
#endif
  return 0;
}
