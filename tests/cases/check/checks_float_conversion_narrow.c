// Bounds of a format that does not have the number behind the last one of the type.
//@ verdict: violated
//@ reason: float-conversion
//@ args: --checks float-conversion
//@ with SAFE: proved
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
#ifdef SAFE
  if (!(x >= -2147483648.0f && x < 2147483648.0f)) return 0;
#else
  if (!(x >= -2147483648.0f && x <= 2147483648.0f)) return 0;
#endif
  int n = x;
  return n == 3;
}
