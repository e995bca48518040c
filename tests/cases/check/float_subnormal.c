// Half of the least number is zero; the test has a subnormal input.
//@ verdict: violated
//@ args: --property unreach-call.prp
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 0.0f && x / 2.0f == 0.0f) reach_error();
  return 0;
}
