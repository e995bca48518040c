// A pointer in a structure leads nowhere once its block is freed under another name.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct s { int n; char *buf; };
int main(void) { struct s v; v.n = 3; v.buf = malloc(4); char *q = v.buf;
  unsigned i = __VERIFIER_nondet_uint();
#ifdef WRONG
  if (i == 77) free(q);
  v.buf[0] = 1;
  if (i != 77) free(v.buf);
#else
  v.buf[0] = 1; free(q);
#endif
  return 0; }
