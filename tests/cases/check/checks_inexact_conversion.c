// Conversions that nobody wrote and that round are faults for who asks; casts are not.
//@ verdict: violated
//@ reason: inexact-conversion
//@ args: --checks inexact-conversion
//@ with SAFE: proved
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  double d = __VERIFIER_nondet_double();
#ifdef SAFE
  if (i < -1000 || i > 1000) return 0;
  d = 0.5;
#endif
  float f = i;
  float written = (float)d;
  double exact = i;
  return f + written > exact;
}
