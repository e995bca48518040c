// An integer of 24 bits survives the way through a float.
//@ verdict: proved
//@ args: --property unreach-call.prp
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= -16777216 && n <= 16777216);
  float f = (float)n / 256.0f;
  if ((int)(f * 256.0f) != n) reach_error();
  return 0;
}
