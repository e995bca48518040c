// What a recursive function returns is known where it is called.
//@ verdict: proved
//@ engines: intervals
//@ with WRONG: violated unknown
extern int __VERIFIER_nondet_int(void);
static int depth(int n) {
  if (n <= 1) return 1;
  int r = depth(n - 1);
#ifdef WRONG
  return r > 199 ? 200 : r + 1;
#else
  return r > 100 ? 100 : r + 1;
#endif
}
int main(void) {
  int a[200];
  int x = depth(__VERIFIER_nondet_int());
  a[x] = 1;
  return a[x] - 1;
}
