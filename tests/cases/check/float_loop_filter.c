// A filter of the first order stays in range for ever: the bounds are learnt and proved by induction.
//@ verdict: proved
//@ args: --property unreach-call.prp
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  double out = 0.0;
  while (__VERIFIER_nondet_int()) {
    double in = __VERIFIER_nondet_double();
    if (!(in >= -1.0 && in <= 1.0)) return 0;
    out = 0.5 * out + 0.4 * in;
    if (!(out >= -1.5 && out <= 1.5)) reach_error();
  }
  return 0;
}
