// memcpy takes along where pointers lead.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct s { unsigned n; char *buf; };
int main(void) { char b[8]; struct s v, w; v.n = 8; v.buf = b; memset(b, 0, 8);
  memcpy(&w, &v, sizeof v);
  unsigned i = __VERIFIER_nondet_uint();
#ifdef WRONG
  if (i <= w.n) return w.buf[i];
#else
  if (i < w.n) return w.buf[i];
#endif
  return 0; }
