// The least integer of a type is a number that fits it.
//@ verdict: proved
//@ args: --property unreach-call.prp
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x >= -128.0f && x < 128.0f) {
    signed char c = (signed char)x;
    if (c - x >= 1.0f || x - c >= 1.0f) reach_error();
  }
  int n = __VERIFIER_nondet_int();
  if (n < -2147483640 && (int)(double)n != n) reach_error();
  return 0;
}
