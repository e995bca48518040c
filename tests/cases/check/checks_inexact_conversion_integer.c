// An integer made of a number with a fraction loses it.
//@ verdict: violated
//@ reason: inexact-conversion
//@ args: --checks inexact-conversion
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  if (!(d >= 0.0 && d <= 10.0)) return 0;
  int i = d;
  return i;
}
