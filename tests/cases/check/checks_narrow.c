// Narrow types are computed as int, unsigned ones wrap, and bit-fields hold few values.
//@ verdict: proved
//@ args: --checks arithmetic
extern int __VERIFIER_nondet_int(void);
struct bits { int low : 5; unsigned high : 7; };
int main(void) {
  short s = (short)__VERIFIER_nondet_int();
  unsigned char c = (unsigned char)__VERIFIER_nondet_int();
  unsigned u = (unsigned)__VERIFIER_nondet_int();
  struct bits b;
  b.low = __VERIFIER_nondet_int() & 7;
  b.high = u & 63;
  s++;
  c -= 3;
  u = u * u + 7u - c;
  int i = s * c + b.low * b.high;
  return i / 7 + (int)(u >> 5);
}
