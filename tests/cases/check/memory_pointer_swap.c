// Two pointers in a table change places.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
//@ engines: dash
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { char a[4] = {0}, b[8] = {0}; char *t[2] = {a, b};
  unsigned i = __VERIFIER_nondet_uint();
  if (i & 1) { char *x = t[0]; t[0] = t[1]; t[1] = x; }
#ifdef WRONG
  return t[1][7];
#else
  return t[1][3] + (i & 1 ? t[0][7] : t[1][7]);
#endif
  }
