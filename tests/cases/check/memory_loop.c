// A pointer that is passed on leads to the same object: the loop stays inside of it.
//@ verdict: proved
//@ with WRONG: violated
//@ args: --checks memory
extern unsigned __VERIFIER_nondet_uint(void);
#ifdef WRONG
#define MOST 9
#else
#define MOST 8
#endif
static int sum(const int *p, unsigned n) {
  int s = 0;
  for (unsigned i = 0; i < n; i++) s ^= p[i];
  return s;
}
int main(void) {
  int a[8];
  for (int i = 0; i < 8; i++) a[i] = i;
  unsigned n = __VERIFIER_nondet_uint();
  if (n > MOST) n = MOST;
  return sum(a, n);
}
