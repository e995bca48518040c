// Dekker's fast two-sum needs the greater operand first.
//@ verdict: violated
//@ args: --property unreach-call.prp
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  __VERIFIER_assume(a >= 0.0f && a <= 1.0f && b >= 8.0f && b <= 16.0f);
  float s = a + b;
  float e = b - (s - a);
  if ((double)s + (double)e != (double)a + (double)b) reach_error();
  return 0;
}
