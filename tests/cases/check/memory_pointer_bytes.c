// A pointer of which one byte changes is none any more.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { int a[4] = {0}, *p = a; int **h = &p;
  unsigned i = __VERIFIER_nondet_uint();
#ifdef WRONG
  if (i > 9) ((char *)&p)[1] ^= 64;
#else
  if (i > 9) ((char *)&i)[1] ^= 1;
#endif
  return *h == 0 ? 0 : **h; }
