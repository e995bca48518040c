// `abort` runs the handler of SIGABRT, also where a failed assertion calls it: no proof about a call.
//@ verdict: unknown
//@ args: --property ../unreach-call.prp
//@ engines: all
//@ with ASSERTION: unknown
//@ with NONE: proved unknown
//@ data-model: lp64
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void handler(int s) { reach_error(); }
int main(void) {
#ifndef NONE
  signal(SIGABRT, handler);
#endif
#ifdef ASSERTION
  assert(__VERIFIER_nondet_int() != 4);
#else
  abort();
#endif
  return 0;
}
