/* Tricks with bits that must agree with loops. */
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned count(unsigned x) {
  x = x - ((x >> 1) & 0x55555555u);
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  return (((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
}

static unsigned reverse(unsigned x) {
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
  x = ((x >> 8) & 0x00ff00ffu) | ((x & 0x00ff00ffu) << 8);
  return (x >> 16) | (x << 16);
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned n = 0;
  for (unsigned k = 0; k < 32; k++) n += (x >> k) & 1;
  if (n != count(x)) return 1;
  if (count(x) == 13 && count(y) == 19 && (x & y) == 0) return 2;
  if (reverse(x) == y && x > y) return 3;
  if (reverse(reverse(x)) != x) return 4;
  unsigned p = x;
  p |= p >> 1; p |= p >> 2; p |= p >> 4; p |= p >> 8; p |= p >> 16;
  if (p - (p >> 1) == y && y > 77777) return 5;
  if ((x & (x - 1)) == 0 && x % 7 == 4) return 6;
  if ((x ^ y) + 2 * (x & y) != x + y) return 7;
  if (x << (y & 7) == 0xabcd00u) return 8;
  if (count(x ^ y) == 31 && (x >> (y & 31)) == 5) return 9;
  return 0;
}
