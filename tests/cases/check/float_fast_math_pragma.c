// And so can a pragma.
//@ verdict: unknown
//@ says: pragma with an effect that is not understood
//@ args: --property unreach-call.prp
#pragma GCC optimize("Ofast")
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 1.0f && x != x) reach_error();
  return 0;
}
