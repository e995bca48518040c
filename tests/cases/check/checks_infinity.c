// An infinity that is made of finite numbers is a fault for who asks: a product that overflows.
//@ verdict: violated
//@ reason: infinity
//@ args: --checks infinity
//@ with SAFE: proved
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
#ifdef SAFE
  if (!(a >= -1e100 && a <= 1e100 && b >= -1e100 && b <= 1e100)) return 0;
#endif
  return a * b > 1.0;
}
