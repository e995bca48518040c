// Sums and products of numbers commute; dividing by one and adding zero change no number.
//@ verdict: proved
//@ args: --property unreach-call.prp
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  double z = __VERIFIER_nondet_double();
  if (!(x >= 0.0f && x <= 9.0f && y >= 0.0f && y <= 9.0f)) return 0;
  if (x + y != y + x || x * y != y * x) reach_error();
  if (z == z && (z / 1.0 != z || z + 0.0 != z || 1.0 * z - 0.0 != z)) reach_error();
  return 0;
}
