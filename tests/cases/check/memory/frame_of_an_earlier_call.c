// The local of an invocation that has ended is no more, though the same variable lives again.
//@ verdict: violated
//@ with OWN: proved
extern int __VERIFIER_nondet_int(void);
int *kept;
int f(int n) {
#ifdef OWN
  static
#endif
  int x;
  x = n;
  if (n == 2) kept = &x;
  return n > 0 ? f(n - 1) : 0;
}
int main(void) {
  static int none;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  kept = &none;
  f(n);
  return *kept != 0;
}
