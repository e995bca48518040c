// A table of pointers with their lengths.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
struct op { int *arg; int lim; };
int main(void) { int a[2] = {0}, b[5] = {0}; struct op t[2] = {{a, 2}, {b, 5}};
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i > 1) return 0;
#ifdef WRONG
  if (j < 5) return t[i].arg[j];
#else
  if (j < (unsigned)t[i].lim) return t[i].arg[j];
#endif
  return 0; }
