// Sterbenz: the difference of numbers within a factor of two is exact.
//@ verdict: proved
//@ args: --property unreach-call.prp
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  __VERIFIER_assume(y >= 1.0f && y <= 2.0f);
  __VERIFIER_assume(y / 2.0f <= x && x <= 2.0f * y);
  float d = x - y;
  if ((double)x - (double)y != (double)d) reach_error();
  return 0;
}
