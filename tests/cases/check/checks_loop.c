// Sums in a loop, a product and a shift: nothing overflows.
//@ verdict: proved
//@ reason: no arithmetic fault can happen; memory and call faults not checked
//@ args: --checks arithmetic
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  int sum = 0;
  for (int i = 0; i < n; i++) sum += 3;
  int d = n + 1;
  return sum / d + (n * n) + (1 << n);
}
