// memset makes pointers null.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct s { char *p; unsigned n; };
int main(void) { char a[4] = {0}; struct s v = {a, 4}; unsigned i = __VERIFIER_nondet_uint();
  if (i & 1) memset(&v, 0, sizeof v);
#ifdef WRONG
  return v.p[0];
#else
  return v.n ? v.p[v.n - 1] : 0;
#endif
  }
