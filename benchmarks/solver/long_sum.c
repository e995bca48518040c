/* A long loop with a running sum and a check at the end. */
// N: 300 3000
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 3000
#endif

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x > 9) x = 9;
    sum += x;
    if (i % 500 == 499 && sum > 8u * (unsigned)i) return 1;
  }
  if (sum == 4u * N + 1) return 2;
  return 0;
}
