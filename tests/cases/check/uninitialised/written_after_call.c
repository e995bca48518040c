// A call in between does not take away what was written.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
extern int other(void);
int main(void) {
  int x, y;
  int *p = &x, *q = &y;
  *p = 1;
#ifdef SAFE
  *q = 1;
#endif
  other();
  if (*p == *q) return 1;
  return 0;
}
