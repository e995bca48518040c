// An unknown function may put another pointer in a global.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
struct s { char *buf; unsigned n; }; struct s g; char a[4];
extern void other(void);
struct s *global(void) { return &g; }
int main(void) { g.buf = a;
  if (__VERIFIER_nondet_uint()) {
  other();
#ifndef WRONG
  g.buf = a;
#endif
  }
  return g.buf[3]; }
