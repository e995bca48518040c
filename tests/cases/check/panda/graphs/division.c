// Quotient and remainder give the dividend.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: panda
//@ args: --checks assertions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y == 0 || y == -1) return 0;
  int q = x / y, r = x % y;
  if (x > 0 && x < 100 && y > 2 && y < 9) {
#ifdef WRONG
    if (q * y - r == x) reach_error();
#else
    if (q * y + r != x) reach_error();
#endif
  }
  return 0;
}
