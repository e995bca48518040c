// Arrays that start at one, done with a pointer that nothing leads to.
//@ verdict: violated
//@ args: --checks +pointer
//@ reason: pointer
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  int *one = a - 1;
  int i = __VERIFIER_nondet_int();
  if (i < 1 || i > 4) return 0;
  return one[i];
}
