// What C reads once is read once, whatever others write meanwhile; the value of an assignment is what was stored.
//@ verdict: proved
//@ with MOVED: violated
//@ args: --property ../unreach-call.prp
#include "threads.h"
int a[2] = {1, 2}, x, y, z, i;
int *p = a;
void *run(void *unused) {
  x = 5;
  i = 1;
  p = a + 1;
#ifdef MOVED
  a[0] = 5;
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef MOVED
  *p += 10;
  if (a[0] == 15) reach_error();
#else
  *p += 10;
  if (a[1] == 11 || a[0] == 12) reach_error();
  y = a[i]++;
  if (y == 1 && a[0] == 1) reach_error();
  y = z = x = 1;
  if (y != 1) reach_error();
  y = (x += 1);
  if (y == 5) reach_error();
  y = ++x;
  if (y == 5) reach_error();
#endif
  return 0;
}
