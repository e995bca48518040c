/* Factors of numbers. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (x < 2 || y < x || y > 3000) return 0;
  unsigned p = x * y;
  if (p == 8051) return 1;
  if (p == 11021) return 2;
  if (p % 1000 == 777) return 3;
  if (x * x + y * y == 2925) return 4;
  if (p / 97 == 41 && x % 5 == 3) return 5;
  if (x * x == 2 * y * y) return 6;
  return 0;
}
