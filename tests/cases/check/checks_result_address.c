// The address that a result is stored to is computed after the call: that sum is checked too.
//@ verdict: violated
//@ reason: signed-overflow
//@ args: --checks arithmetic
//@ natively: natively the same
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 100) return 0;
  a[(i + 1) & 3] = __VERIFIER_nondet_int();
  return a[2];
}
