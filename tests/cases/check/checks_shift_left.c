// A bit gets lost into the sign.
//@ verdict: violated
//@ reason: signed-overflow
//@ args: --checks overflow
//@ natively: natively the same
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 31) return 0;
  int bit = 1 << n;
  return bit == 4;
}
