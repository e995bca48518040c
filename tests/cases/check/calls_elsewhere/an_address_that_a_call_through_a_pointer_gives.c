// The unknown function has got the address of `kept`, though no call by name gave it away.
//@ verdict: unknown
//@ args: --checks assertions --engine dash
#include <stdarg.h>
extern void reach_error(void);
extern void take(int *p);
extern void later(void);
static int kept;
static int *give(void) { return &kept; }
static int *(*volatile giver)(void) = give;
static void show(int n, ...) {
  va_list list;
  va_start(list, n);
  take(giver());
  va_end(list);
}
int main(void) {
  show(1, 2);
  kept = 1;
  later();
  if (kept != 1) reach_error();
  return 0;
}
