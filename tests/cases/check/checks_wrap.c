// Unsigned results that wrap are faults for who asks: a product, and the difference of sizes.
//@ verdict: violated
//@ reason: wrap
//@ args: --checks wrap
//@ with SAFE: proved
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), used = __VERIFIER_nondet_uint();
#ifdef SAFE
  if (n > 1000 || used > n) return 0;
#endif
  unsigned bytes = n * 12u + 8u;
  unsigned left = n - used;
  return bytes == left;
}
