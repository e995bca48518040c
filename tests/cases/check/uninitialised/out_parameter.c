// A callee assigns what a pointer leads to, on one way only.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
static int get(int *out) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  *out = n;
  return 1;
}
int main(void) {
  int value;
#ifdef SAFE
  if (!get(&value)) return 0;
#else
  get(&value);
#endif
  if (value == 5) return 1;
  return 0;
}
