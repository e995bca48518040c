// The addresses of tests are one choice: an input may be any of them, or none.
//@ verdict: proved
//@ with WRONG: violated
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  static int a, b;
  int s = 0;
  unsigned long key = __VERIFIER_nondet_ulong();
  if ((unsigned long)&a == key) {
    if (s) reach_error();
    s = 1;
  }
  if ((unsigned long)&b == key) {
    if (s) reach_error();
    s = 1;
  }
#ifndef WRONG
  if ((unsigned long)&a == key) s = 0;
#endif
  if ((unsigned long)&b == key) s = 0;
  if ((unsigned long)&a == key) {
    if (s) reach_error();
    s = 1;
  }
  return 0;
}
