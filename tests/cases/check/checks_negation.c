//@ verdict: violated
//@ reason: signed-overflow
//@ args: --checks arithmetic
//@ natively: natively the same
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
  if (x < 0) x = -x;
  return x == 5;
}
