// A global that main sets behind the start of a thread.
//@ verdict: violated
//@ with BEFORE: proved
//@ args: --property ../unreach-call.prp
#include "threads.h"
int limit, seen;
void *look(void *unused) { seen = limit; return 0; }
int main(void) {
  pthread_t t;
#ifdef BEFORE
  limit = 5;
#endif
  pthread_create(&t, 0, look, 0);
  limit = 5;
  pthread_join(t, 0);
  if (seen != 5) reach_error();
  return 0;
}
