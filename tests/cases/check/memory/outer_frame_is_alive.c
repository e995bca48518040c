// The local of an outer invocation lives while an inner one runs.
//@ verdict: proved unknown
extern int __VERIFIER_nondet_int(void);
static int sum(const int *p, int n) {
  int x = *p;
  return n <= 0 ? x : sum(&x, n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int(), one = 1;
  if (n < 0 || n > 3) return 0;
  return sum(&one, n) != 1;
}
