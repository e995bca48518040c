// Sums and products of 64 bits; the product needs 128 to be exact.
//@ verdict: violated
//@ reason: signed-overflow
//@ args: --checks overflow
//@ natively: natively the same
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x < 3037000498LL || x > 3037000501LL) return 0;
  long long y = x * x;
  return y == 5;
}
