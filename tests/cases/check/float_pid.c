// A step of a PID controller with a clamped integral stays in range.
//@ verdict: proved
//@ args: --property unreach-call.prp
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  float error = __VERIFIER_nondet_float();
  float last = __VERIFIER_nondet_float();
  float integral = __VERIFIER_nondet_float();
  __VERIFIER_assume(error >= -100.0f && error <= 100.0f);
  __VERIFIER_assume(last >= -100.0f && last <= 100.0f);
  __VERIFIER_assume(integral >= -1000.0f && integral <= 1000.0f);
  integral += error * 0.01f;
  if (integral > 1000.0f) integral = 1000.0f;
  if (integral < -1000.0f) integral = -1000.0f;
  float out = 2.0f * error + 0.5f * integral + 0.1f * (error - last);
  if (!(out >= -721.0f && out <= 721.0f)) reach_error();
  return 0;
}
