// A function frees what a structure holds.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct s { char *buf; };
static void done(struct s *v) { free(v->buf);
#ifndef WRONG
  v->buf = 0;
#endif
}
int main(void) { struct s v; v.buf = malloc(9);
  if (__VERIFIER_nondet_uint() == 12) done(&v);
  if (v.buf) v.buf[8] = 1;
  free(v.buf); return 0; }
