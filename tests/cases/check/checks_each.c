// Each check has its own verdict: three fail with tests of their own, the rest holds.
//@ verdict: violated
//@ says: also violated:
//@ says: 7 checks: 3 proved, 3 violated, 1 unreachable
//@ says: unreachable main#signed-overflow-2
//@ args: --checks arithmetic --list-checks
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int sum = x + 1;
  if (x > 5 && x < 3) sum = x - 1;
  int quotient = x / y;
  if (x > 0 && x < 100) sum = x * 3;
  if (x > 2 && x < 9) quotient = 7 / (x - 1);
  return sum == quotient;
}
