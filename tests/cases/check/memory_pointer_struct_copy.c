// So does the assignment of a structure.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
struct s { unsigned n; char *buf; };
int main(void) { char b[8] = {0}, c[4] = {0}; struct s v = {8, b}, w = {4, c}, *x = &w;
  unsigned i = __VERIFIER_nondet_uint();
  if (i & 1) *x = v;
#ifdef WRONG
  if (i < 8) return w.buf[i];
#else
  if (i < w.n) return w.buf[i];
#endif
  return 0; }
