// The right side of && is evaluated only where y is 0.
//@ verdict: violated
//@ reason: division-by-zero
//@ args: --checks division-by-zero
//@ natively: natively the same
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y == 0 && x / y > 1) return 1;
  return 0;
}
