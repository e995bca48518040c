// Nobody asks: unsigned arithmetic wraps and conversions lose what they lose.
//@ verdict: proved
//@ args: --checks arithmetic
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  signed char c = x * 3u;
  unsigned short s = -x;
  return c == s;
}
