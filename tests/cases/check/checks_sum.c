// The sum overflows for one input; where nobody asks about it, it wraps.
//@ verdict: violated
//@ reason: signed-overflow
//@ args: --checks arithmetic
//@ natively: natively the same
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x > 100 ? x : 100;
  int z = y + 1;
  return z == 5;
}
