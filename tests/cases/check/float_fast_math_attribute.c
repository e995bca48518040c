// An attribute can ask for -ffast-math, too.
//@ verdict: unknown
//@ says: attribute 'optimize'
//@ args: --property unreach-call.prp
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
__attribute__((optimize("fast-math"))) static int is_nan(float x) { return x != x; }
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 1.0f && is_nan(x)) reach_error();
  return 0;
}
