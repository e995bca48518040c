// Two members hold one block: it is freed once.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct s { char *p, *q; };
int main(void) { struct s v; v.p = malloc(3); v.q = v.p;
  unsigned i = __VERIFIER_nondet_uint();
  if (i) { free(v.p);
#ifndef WRONG
    v.q = 0;
#endif
  }
  free(v.q); return 0; }
