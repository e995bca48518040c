// A pointer in a structure to a variable whose scope has ended.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
struct s { int *p; };
int main(void) { int k = 5; struct s v; v.p = &k; struct s *w = &v;
  unsigned i = __VERIFIER_nondet_uint();
  { int x = 1; w->p = &x; *w->p = 2;
#ifndef WRONG
    w->p = &k;
#else
    if (i != 3) w->p = &k;
#endif
  }
  return *w->p; }
