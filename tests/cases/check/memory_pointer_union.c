// A number that is written over a pointer leads where its address lies.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
union u { int *p; unsigned long n; };
int main(void) { int a[4] = {0}; union u x; x.p = a; union u *y = &x;
  unsigned i = __VERIFIER_nondet_uint();
#ifdef WRONG
  if (i == 5) y->n += 16;
#else
  if (i == 5) y->p += 3;
#endif
  return *y->p; }
