// What C does not evaluate is not checked: the right side of && and ||, and the other arm of ?:.
//@ verdict: proved
//@ args: --checks arithmetic
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int small = x < 1000 && x + 1 > 3;
  int large = x <= -1000 || x - 1 < 3;
  int quotient = y > 0 ? x / y : 0;
  int count = y >= 0 && y < 31 ? 1 << y : 0;
  if (y != 0 && y != -1 && x % y == 1) quotient = 1;
  return small + large + (quotient == count);
}
