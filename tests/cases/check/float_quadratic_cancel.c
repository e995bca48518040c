// The textbook formula loses the small root: it becomes zero.
//@ verdict: violated
//@ args: --property unreach-call.prp
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  float b = __VERIFIER_nondet_float();
  __VERIFIER_assume(b >= 1.0f && b <= 100000.0f);
  float d = b * b - 0.5f;
  if (d < 0.0f) return 0;
  float root = (-b + sqrtf(d)) * 0.5f;
  if (root == 0.0f) reach_error();
  return 0;
}
