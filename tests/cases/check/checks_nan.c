// A NaN that is made of numbers is a fault for who asks: zero by zero. One that is passed on is none.
//@ verdict: violated
//@ reason: nan
//@ args: --checks nan
//@ with SAFE: proved
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
#ifdef SAFE
  if (!(a >= 1.0f && a <= 8.0f && b >= 1.0f && b <= 8.0f)) return 0;
#endif
  float passed = __VERIFIER_nondet_float();
  if (passed == passed) return 0;
  passed = passed + a;
  return a / b > 1.0f;
}
