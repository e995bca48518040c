//@ verdict: proved
//@ args: --checks overflow
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long x = __VERIFIER_nondet_longlong(), y = __VERIFIER_nondet_longlong();
  if (x < 0 || x > 4000000000LL || y < -4 || y > 1000) return 0;
  long long z = x + y;
  long long w = x * 1000000000LL;
  return z == w;
}
