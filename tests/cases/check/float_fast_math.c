// With -ffast-math an operation may give something else; that is named, not ignored.
//@ verdict: unknown
//@ says: floating operations with -ffast-math
//@ args: --property unreach-call.prp --cflag=-Ofast
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 1.0f && x < 2.0f && x * x < 1.0f) reach_error();
  return 0;
}
