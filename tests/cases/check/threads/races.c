// Where every failure is asked about there is no proof: data races are not looked for.
//@ verdict: unknown
//@ with BUG: violated
//@ reason: data races
#include "threads.h"
int x;
void *set(void *unused) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
#ifdef BUG
  if (x) reach_error();
#endif
  pthread_join(t, 0);
  if (x != 1) reach_error();
  return 0;
}
