// Ranges decide what they can, though one check is beyond them: a square is never 2 modulo 4.
//@ args: --checks arithmetic
//@ verdict: unknown
//@ engines: intervals
//@ says: 5 checks: 4 proved, 1 unknown
//@ says: unknown: main#division-by-zero-1
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100;
  int sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += 3;
  int odd = (int)(n * n % 4);
  return (sum + 1) / (odd - 2);
}
