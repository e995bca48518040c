//@ verdict: proved
//@ args: --checks arithmetic
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i > 100 || i < 0) return 0;
  a[(i + 1) & 3] = __VERIFIER_nondet_int();
  return a[2] == 1;
}
