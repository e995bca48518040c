// A number from outside may be the address of an object or not; both come the same way to the
// store through it, and no test is to be surprised by that.
//@ verdict: proved unknown
//@ args: --property unreach-call.prp --timeout 3
//@ engines: auto dash panda dart
#include <stdlib.h>
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
extern int __VERIFIER_nondet_int(void);
struct state { int kind; int version; };
int main(void) {
  struct state *s = malloc(sizeof *s);
  s->version = __VERIFIER_nondet_int();
  int *number = __VERIFIER_nondet_pointer();
  int *other = malloc(sizeof *other);
  s->kind = 12292;
  *number = 0;
  if (s->version == 7 && s->kind == 8656 && *other == 4) reach_error();
  return 0;
}
