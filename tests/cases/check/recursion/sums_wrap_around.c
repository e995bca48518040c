//@ verdict: proved
//@ with WRONG: violated
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifdef WRONG
#define PART < b
#else
#define PART != a + b
#endif
unsigned sum(unsigned n, unsigned m) {
  if (n == 0) return m;
  return sum(n - 1, m + 1);
}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint() % 50, b = __VERIFIER_nondet_uint();
  if (sum(a, b) PART) reach_error();
  return 0;
}
