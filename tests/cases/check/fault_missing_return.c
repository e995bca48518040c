// A function that returns no value for some arguments, and a caller that uses it.
//@ verdict: violated
//@ reason: missing-return
//@ with SAFE: proved
//@ engines: auto dash dart
extern int __VERIFIER_nondet_int(void);
static int sign(int n) {
  if (n > 0) return 1;
  if (n < 0) return -1;
#ifdef SAFE
  return 0;
#endif
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  return sign(n) > 0;
}
