// The property is about overflow alone: the division by zero just ends its execution.
//@ verdict: proved
//@ reason: no signed-overflow can happen
//@ args: --property no-overflow.prp
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0) return 0;
  int z = x / y;
  return z - 1;
}
