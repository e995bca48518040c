// Bytes that are written through a character pointer may belong to the pointer beside them.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
//@ data-model: lp64
extern unsigned __VERIFIER_nondet_uint(void);
struct s { char *buf; unsigned n; };
int main(void) { char a[4] = {0}; struct s v = {a, 4}; unsigned char *c = (unsigned char *)&v;
  unsigned i = __VERIFIER_nondet_uint();
#ifdef WRONG
  if (i < 16) c[i] = 0;
#else
  if (i >= 8 && i < 12) c[i] = 0;
#endif
  return v.buf[0]; }
