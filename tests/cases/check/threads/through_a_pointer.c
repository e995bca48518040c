// What a pointer in memory leads to is shared, too.
//@ verdict: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
static int hidden;
static int *volatile way;
static int *array[2];
void *set(void *unused) {
  *array[1] = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  array[1] = &hidden;
  pthread_create(&a, 0, set, 0);
  hidden = 0;
  if (hidden) reach_error();
  return 0;
}
