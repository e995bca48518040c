// A divisor without a value.
//@ verdict: violated
//@ reason: uninitialised
//@ with SAFE: proved
//@ args: --checks memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n;
#ifdef SAFE
  n = 3;
#endif
  return 12u % n;
}
