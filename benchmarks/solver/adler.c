/* Two sums modulo a prime, as in Adler and Fletcher checksums. */
// N: 3 4 5 6 8 10
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 10
#endif

int main(void) {
  unsigned a = 1, b = 0;
  for (int i = 0; i < N; i++) {
    a = (a + __VERIFIER_nondet_uchar()) % 251;
    b = (b + a) % 251;
    if (a == 17 && b == 200) return 1;
    if (i > 4 && b * 3 == a * 2 + 1) return 2;
  }
  return 0;
}
