//@ verdict: violated
//@ reason: shift-out-of-range
//@ args: --checks shift
//@ natively: natively the same
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  unsigned u = 1u << n;
  return u == 0;
}
