// The negation of an unsigned value wraps, but that of 0; a shift to the left only drops bits.
//@ verdict: violated
//@ reason: wrap
//@ args: --checks wrap
//@ with SAFE: proved
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifdef SAFE
  x = x > 7 ? 0 : 0;
#endif
  unsigned y = -x;
  return (int)((x << 31) == y);
}
