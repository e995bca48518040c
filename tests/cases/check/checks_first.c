// The search ends at the first failure.
//@ verdict: violated
//@ says-not: also violated
//@ args: --checks arithmetic --first
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int sum = x + 1;
  int quotient = x / y;
  return sum == quotient;
}
