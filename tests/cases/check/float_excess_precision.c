// On 32-bit x86 compilers may keep 80 bits of a result; that they do not is assumed and told.
//@ verdict: proved
//@ says: floating operations, constants and conversions have values of their type
//@ args: --property unreach-call.prp --data-model ilp32
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x >= 1.0f && x <= 2.0f && x + 1.0f > 3.0f) reach_error();
  return 0;
}
