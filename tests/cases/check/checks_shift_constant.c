// C does not define the shift of a negative constant to the left, whoever computes it.
//@ verdict: violated
//@ reason: signed-overflow
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  if (__VERIFIER_nondet_uint() == 2) return (-128 << 4) != 3;
  return 0;
}
