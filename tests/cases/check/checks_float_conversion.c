// A float that comes from outside may not fit an int; NaN does not, either.
//@ verdict: violated
//@ reason: float-conversion
//@ args: --checks arithmetic
//@ with SAFE: proved
//@ with ALMOST: violated
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
#ifdef SAFE
  if (!(x > -2147483649.0 && x < 2147483648.0)) return 0;
#endif
#ifdef ALMOST
  if (x < -2147483648.0 || x >= 2147483648.0) return 0;
#endif
  int n = (int)x;
  return n == 3;
}
