// Which NaN an operation gives is the machine's business: nothing is proved of its bits.
//@ verdict: unknown violated
//@ args: --property unreach-call.prp
extern unsigned __VERIFIER_nondet_uint(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
union pun { float value; unsigned bits; };
int main(void) {
  union pun a, b, sum;
  a.value = __VERIFIER_nondet_float();
  b.value = __VERIFIER_nondet_float();
  if (a.value == a.value || b.value == b.value) return 0;
  sum.value = a.value + b.value;
  if (sum.bits != (a.bits | 0x400000u)) reach_error();
  return 0;
}
