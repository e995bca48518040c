// Arithmetic on finite numbers of moderate size gives no NaN.
//@ verdict: proved
//@ args: --property unreach-call.prp
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  __VERIFIER_assume(x > -1e10f && x < 1e10f && y > -1e10f && y < 1e10f);
  float z = x * y + x - y;
  if (z != z) reach_error();
  return 0;
}
