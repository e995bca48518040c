// A member that is changed through another pointer.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
struct s { char *buf; unsigned n; };
int main(void) { char a[4] = {0}, b[2] = {0}; struct s v = {a, 4}, *p = &v, *q = &v;
  unsigned i = __VERIFIER_nondet_uint();
  if (i & 1) { q->buf = b;
#ifndef WRONG
    q->n = 2;
#endif
  }
  return p->buf[p->n - 1]; }
