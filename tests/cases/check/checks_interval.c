// The bound of x is found without a test that gets there.
//@ verdict: proved
//@ args: --checks arithmetic
//@ engines: dash auto
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    if (x == 1000000) x = 0;
    else x = x + 1;
    if (__VERIFIER_nondet_int() == 5 && x > 70) x = 900;
  }
  return x;
}
