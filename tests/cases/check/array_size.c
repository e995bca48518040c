// The size of a variable-length array is a failure that a proof excludes.
//@ verdict: violated
//@ reason: array-size
//@ with SAFE: proved
//@ engines: auto dash
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 9) return 0;
#ifdef SAFE
  if (n < 1) return 0;
#endif
  char v[n];
  v[0] = 1;
  return v[0] == 2;
}
