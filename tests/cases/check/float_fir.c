// A filter of eight taps with bounded input has a bounded output.
//@ verdict: proved
//@ args: --property unreach-call.prp
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static const float taps[8] = {0.01f, 0.05f, 0.12f, 0.32f, 0.32f, 0.12f, 0.05f, 0.01f};
int main(void) {
  float sum = 0.0f;
  for (int i = 0; i < 8; i++) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= -1.0f && x <= 1.0f);
    sum += taps[i] * x;
  }
  if (!(sum >= -1.01f && sum <= 1.01f)) reach_error();
  return 0;
}
