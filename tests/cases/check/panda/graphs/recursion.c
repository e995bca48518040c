// A recursion whose depth is an input is unrolled.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int sum(int n) {
  if (n <= 0) return 0;
#ifdef WRONG
  if (n == 5) return 6;
#endif
  return n + sum(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_uchar() & 7;
  if (sum(n) * 2 != n * (n + 1)) reach_error();
  return 0;
}
