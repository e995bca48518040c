// A structure holds a block and its length.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct s { unsigned len; char *buf; };
int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n == 0 || n > 1000) return 0;
  struct s v; v.buf = malloc(n); v.len = n;
#ifdef WRONG
  for (unsigned i = 0; i <= v.len; i++) v.buf[i] = 0;
#else
  for (unsigned i = 0; i < v.len; i++) v.buf[i] = 0;
#endif
  free(v.buf); return 0; }
