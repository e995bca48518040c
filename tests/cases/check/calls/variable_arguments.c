// A procedure that asks for its variable arguments is not looked into.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --engine dash --checks assertions
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int last, lock;
static void note(int n, ...) {
  va_list list;
  va_start(list, n);
  last = va_arg(list, int);
#ifdef WRONG
  if (last == 7) reach_error();
#endif
  va_end(list);
}
int main(void) {
  lock = 1;
  note(1, 7);
  if (lock != 1) reach_error();
  return 0;
}
